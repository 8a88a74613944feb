import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeKinds } from "../lib/code/spans.ts";
import { contrast, type Scheme, schemeColors } from "../lib/color-contrast.test-data.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const css = read("ui/code.css");
const colors = new Map(
  ["app/tokens.css", "features/changes/diff.css", "ui/code.css"].flatMap((path) => [
    ...schemeColors(read(path)),
  ]),
);

function hexOf(name: string, scheme: Scheme): string {
  const color = colors.get(name);
  if (!color) throw new Error(`There is no color --${name}`);
  return color[scheme];
}

/** Every background that code appears on: blocks, edits in the transcript, and lines and words of a diff. */
const backgrounds = [
  "surface",
  "sunken",
  "running-soft",
  "failed-soft",
  "diff-code-insert-background-color",
  "diff-code-delete-background-color",
  "diff-code-insert-edit-background-color",
  "diff-code-delete-edit-background-color",
  "diff-code-selected-background-color",
];
const coloredKinds = codeKinds.filter((kind) => kind !== "plain");

describe.each(["light", "dark"] as const)("code in the %s scheme", (scheme) => {
  it("has enough contrast on every background", () => {
    const poor = ["ink", ...coloredKinds.map((kind) => `code-${kind}`)].flatMap((front) =>
      backgrounds
        .map((back) => ({ back, is: contrast(hexOf(front, scheme), hexOf(back, scheme)) }))
        .filter(({ is }) => is < 4.5)
        .map(({ back, is }) => `--${front} on --${back}: ${is.toFixed(2)}`),
    );
    expect(poor).toEqual([]);
  });
});

it("has one color per kind and changes only the color", () => {
  const rules = [...css.matchAll(/^\.code-(\w+) \{\n([^}]*)\}/gm)];
  expect(rules.map(([, kind]) => kind)).toEqual(coloredKinds);
  for (const [, kind, body] of rules) expect(body?.trim()).toBe(`color: var(--code-${kind});`);
});
