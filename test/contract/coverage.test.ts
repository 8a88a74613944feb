import { expect, test } from "vitest";
import { filesBelow, textOf } from "../arch/tree.ts";
import { provenBesideTheCode, unproven } from "./other-requirements.ts";
import { requirements } from "./requirements.ts";
import { type Letter, numbered, numbers, type Proofs, requirementsPage } from "./requirements-page.ts";

const everyNumber = (Object.keys(numbered) as Letter[]).flatMap(numbers);
const open = Object.values(unproven).flatMap((list) => Object.keys(list));

/** The numbers that contract tests prove, by file: those in their `proves(...)`. */
const byContract = proofsIn(
  filesBelow("test/contract").filter((file) => file.endsWith(".test.ts")),
  (source) => [...source.matchAll(/\bproves\(([^)]*)\)/g)].flatMap(([, list = ""]) => quoted(list)),
);

/** The numbers that tests next to the code prove, by file: those in parentheses in a title. */
const besideTheCode = proofsIn(
  ["server", "renderer", "main", "build"].flatMap(filesBelow).filter((file) => /\.test\.tsx?$/.test(file)),
  (source) =>
    [...source.matchAll(/"[^"\n]*\(((?:[ERX]\d+(?:, )?)+)\)[^"\n]*"/g)].flatMap(([, list = ""]) =>
      list.split(", "),
    ),
);

function quoted(list: string): string[] {
  return [...list.matchAll(/"([ERX]\d+)"/g)].flatMap(([, id]) => id ?? []);
}

function proofsIn(files: readonly string[], numbersOf: (source: string) => string[]): Map<string, string[]> {
  const proofs = new Map<string, string[]>();
  for (const file of files) {
    for (const id of new Set(numbersOf(textOf(file)))) proofs.set(id, [...(proofs.get(id) ?? []), file]);
  }
  return proofs;
}

/** Contract tests first, each in order of its path. */
const proofs: Proofs = new Map(
  everyNumber.map((id) => [
    id,
    [byContract, besideTheCode].flatMap((found) => (found.get(id) ?? []).toSorted()),
  ]),
);

test("every requirement has a test that proves it", () => {
  expect(Object.keys(requirements).filter((id) => !byContract.has(id))).toEqual([]);
  expect(Object.keys(provenBesideTheCode).filter((id) => !besideTheCode.has(id))).toEqual([]);
});

test("every number is a requirement with a test, or is listed with the reason why it has no test", () => {
  const listed = [...Object.keys(requirements), ...Object.keys(provenBesideTheCode), ...open];
  expect(listed.toSorted()).toEqual(everyNumber.toSorted());
  expect(open.filter((id) => proofs.get(id)?.length !== 0)).toEqual([]);
});

test("tests prove only numbers that exist", () => {
  const proven = [...byContract.keys(), ...besideTheCode.keys()];
  expect(proven.filter((id) => !everyNumber.includes(id))).toEqual([]);
});

// After a change: npm test -- test/contract/coverage.test.ts -u
test("docs/requirements.md lists every number with its requirement and the tests that prove it", async () => {
  await expect(requirementsPage(proofs)).toMatchFileSnapshot("../../docs/requirements.md");
});

test("the numbers that are not built yet are printed", () => {
  process.stdout.write(`Without a test (${open.length}): ${open.join(" ")}\n`);
});
