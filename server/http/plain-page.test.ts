import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { html, plainStyle } from "./plain-page.ts";

describe("html", () => {
  it("escapes values, but not markup", () => {
    const name = `<img src=x onerror='a("b")'>&`;
    expect(html`<p title="${name}">${html`<b>${1}</b>`}</p>`.markup).toBe(
      '<p title="&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;&amp;"><b>1</b></p>',
    );
  });

  it("leaves out missing values and joins lists", () => {
    expect(html`${null}${false}${["a", "b"].map((item) => html`<li>${item}</li>`)}`.markup).toBe(
      "<li>a</li><li>b</li>",
    );
  });
});

it("has the colors of the board", () => {
  const declared = (css: string): string[] => css.match(/--[\w-]+: (?:light-dark\([^)]*\)|#\w+)/g) ?? [];
  const tokens = readFileSync(new URL("../../renderer/app/tokens.css", import.meta.url), "utf8");
  const ours = declared(plainStyle);
  expect(ours.length).toBeGreaterThan(10);
  expect(declared(tokens)).toEqual(expect.arrayContaining(ours));
});
