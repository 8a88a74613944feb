import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeKinds } from "../lib/code/spans.ts";
import { contrast, type Scheme, schemeColors } from "../lib/color-contrast.test-data.ts";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "..", path), "utf8");
const css = read("ui/code.css");
const colours = new Map(
  ["app/tokens.css", "features/changes/diff.css", "ui/code.css"].flatMap((path) => [
    ...schemeColors(read(path)),
  ]),
);

function hexOf(name: string, scheme: Scheme): string {
  const colour = colours.get(name);
  if (!colour) throw new Error(`There is no colour --${name}`);
  return colour[scheme];
}

/** Everything that code is written on: blocks, edits of the transcript, lines of a change and words in them. */
const grounds = [
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
const coloured = codeKinds.filter((kind) => kind !== "plain");

describe.each(["light", "dark"] as const)("code in the %s scheme", (scheme) => {
  it("can be read on every ground it stands on, whatever it is", () => {
    const poor = ["ink", ...coloured.map((kind) => `code-${kind}`)].flatMap((front) =>
      grounds
        .map((back) => ({ back, is: contrast(hexOf(front, scheme), hexOf(back, scheme)) }))
        .filter(({ is }) => is < 4.5)
        .map(({ back, is }) => `--${front} on --${back}: ${is.toFixed(2)}`),
    );
    expect(poor).toEqual([]);
  });
});

it("has a colour for each kind and changes nothing but colour", () => {
  const rules = [...css.matchAll(/^\.code-(\w+) \{\n([^}]*)\}/gm)];
  expect(rules.map(([, kind]) => kind)).toEqual(coloured);
  for (const [, kind, body] of rules) expect(body?.trim()).toBe(`color: var(--code-${kind});`);
});
