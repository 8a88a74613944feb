import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contrast, type Scheme, schemeColors } from "../lib/color-contrast.test-data.ts";

const css = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

/** Every token that is one solid color for each scheme. */
const tokens = schemeColors(css);

function hexOf(name: string, scheme: Scheme): string {
  const token = tokens.get(name);
  if (!token) throw new Error(`There is no color --${name}`);
  return token[scheme];
}

const grounds = ["canvas", "surface", "raised", "sunken", "hover"];

/** The text colors, and every background they appear on. */
const texts: Record<string, readonly string[]> = {
  ink: [...grounds, "accent-soft", "needs-soft", "failed-soft", "running-soft"],
  "ink-soft": [...grounds, "accent-soft", "needs-soft"],
  "ink-faint": grounds,
  accent: [...grounds, "accent-soft"],
  needs: [...grounds, "needs-soft"],
  failed: [...grounds, "failed-soft"],
  running: [...grounds, "running-soft"],
  waiting: grounds,
  "on-accent": ["accent-fill", "accent-fill-hover", "failed-fill"],
};

/** Icons, borders of fields and the focus ring. */
const signs: Record<string, readonly string[]> = {
  edge: ["canvas", "surface", "raised"],
  accent: grounds,
  "accent-fill": ["canvas", "surface", "raised"],
  "needs-dot": ["canvas", "surface", "raised", "hover"],
  "failed-dot": ["canvas", "surface", "raised", "hover"],
  "running-dot": ["canvas", "surface", "raised", "hover"],
  "waiting-dot": ["canvas", "surface", "raised", "hover"],
  "series-1": ["surface", "hover"],
  "series-2": ["surface", "hover"],
  "series-3": ["surface", "hover"],
  "series-4": ["surface", "hover"],
  "series-5": ["surface", "hover"],
  "series-rest": ["surface", "hover"],
};

const pairs = (list: Record<string, readonly string[]>, least: number) =>
  Object.entries(list).flatMap(([front, backs]) => backs.map((back) => ({ front, back, least })));

describe.each(["light", "dark"] as const)("the %s colors", (scheme) => {
  it("have the contrast that WCAG 2.2 AA requires: 4.5 for text, 3 for icons", () => {
    const poor = [...pairs(texts, 4.5), ...pairs(signs, 3)]
      .map((pair) => ({ ...pair, is: contrast(hexOf(pair.front, scheme), hexOf(pair.back, scheme)) }))
      .filter(({ is, least }) => is < least)
      .map(({ front, back, least, is }) => `--${front} on --${back}: ${is.toFixed(2)} of ${least}`);
    expect(poor).toEqual([]);
  });
});

it("checks every color", () => {
  const paired = new Set([...Object.entries(texts), ...Object.entries(signs)].flatMap(([a, b]) => [a, ...b]));
  // Lines only separate what a space separates as well.
  expect([...tokens.keys()].filter((name) => !paired.has(name))).toEqual(["line", "line-strong"]);
});

it("has every background color that the board names, since an unknown one shows nothing", () => {
  const theme = readFileSync(join(import.meta.dirname, "app.css"), "utf8");
  const known = new Set([...theme.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name));
  const folder = join(import.meta.dirname, "..");
  const named = globSync("**/*.{ts,tsx}", { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/(?<![\w-])bg-([a-z][a-z\d-]*)(?=[\s"`/!])/g)].map(
      ([, name = ""]) => `${file}: ${name}`,
    ),
  );
  const isKnown = (place: string): boolean => known.has(place.split(": ")[1] ?? "");
  expect(named.filter((place) => !isKnown(place) && !place.endsWith(": clip-padding"))).toEqual([]);
  expect(named.some(isKnown)).toBe(true);
});
