import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requirements } from "./requirements.ts";

/** As far as the checklist's numbers go. */
const numbered = { E: 174, R: 226, X: 56 } as const;

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"));

const proven = new Set(
  files.flatMap((source) => [...source.matchAll(/\bproves\(([^)]*)\)/g)].flatMap(([, list]) => quoted(list))),
);

function quoted(list: string | undefined): string[] {
  return [...(list ?? "").matchAll(/"([ERX]\d+)"/g)].flatMap(([, id]) => id ?? []);
}

test("every requirement has a test that proves it", () => {
  expect(Object.keys(requirements).filter((id) => !proven.has(id))).toEqual([]);
});

test("the numbers that are not built yet are printed", () => {
  const open = Object.entries(numbered).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, index) => `${letter}${index + 1}`).filter((id) => !(id in requirements)),
  );
  process.stdout.write(`Not in requirements.ts yet (${open.length}): ${open.join(" ")}\n`);
});
