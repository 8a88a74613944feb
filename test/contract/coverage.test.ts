import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requirements } from "./requirements.ts";

/** As far as the checklist's numbers go. */
const numbered = { E: 174, R: 226, X: 56 } as const;

/** The numbers of sessions, of triggers as callers see them, and of everybody's credentials: each has an entry and a test. */
const due: readonly string[] = [
  ...numbers("E", 1, 89),
  ...numbers("E", 138, 145),
  ...numbers("E", 155, 170),
  ...numbers("R", 1, 147),
  ...numbers("R", 195, 208),
  ...numbers("R", 210, 226),
];

/** What of it may lack a test, and why. An exception whose test has come fails, so that the list can only shrink. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "Ranks and the taking of threads come with scheduling": ["E4", "E17", "E18", "E19", "R64", "R76"],
  "Live mode, accounts and health's levers come with their own pages": ["R212", "R220", "R221"],
  "A migration is never rolled back here: an older version refuses the database": ["R216"],
};
const excepted = Object.values(exceptions).flat();

function numbers(letter: keyof typeof numbered, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);
}

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

test("every number that is due is a requirement with a test, or an exception with a reason", () => {
  const met = (id: string): boolean => id in requirements && proven.has(id);
  expect(due.filter((id) => !met(id) && !excepted.includes(id))).toEqual([]);
  expect(excepted.filter((id) => met(id) || !due.includes(id))).toEqual([]);
});

test("the numbers that are not built yet are printed", () => {
  const open = Object.entries(numbered).flatMap(([letter, last]) =>
    numbers(letter as keyof typeof numbered, 1, last).filter((id) => !(id in requirements)),
  );
  process.stdout.write(`Not in requirements.ts yet (${open.length}): ${open.join(" ")}\n`);
});
