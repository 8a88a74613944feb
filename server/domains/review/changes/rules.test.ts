import { expect, it } from "vitest";
import { changeReader, readCommits } from "./rules.ts";

function read(output: string, wanted = 100) {
  const reader = changeReader(wanted);
  const fields = output === "" ? [] : output.split("\0").slice(0, -1);
  const isDone = !fields.every((field) => reader.read(field));
  const files = reader.files().map(({ before: _before, after: _after, ...file }) => file);
  return { files, total: reader.total(), isDone };
}
const readFiles = (output: string) => read(output).files;

const raw = (status: string, ...paths: string[]): string =>
  [`:100644 100644 ${"a".repeat(40)} ${"b".repeat(40)} ${status}`, ...paths, ""].join("\0");

it("reads changed files with their counts", () => {
  const output = `${raw("M", "a.ts")}${raw("A", "new file.md")}3\t1\ta.ts\0` + "12\t0\tnew file.md\0";
  expect(readFiles(output)).toEqual([
    { path: "a.ts", oldPath: null, status: "modified", additions: 3, deletions: 1 },
    { path: "new file.md", oldPath: null, status: "added", additions: 12, deletions: 0 },
  ]);
});

it("reads a rename with both names, and the files after it", () => {
  const output = `${raw("R087", "old.ts", "new.ts")}${raw("D", "gone.ts")}4\t2\t\0old.ts\0new.ts\0${"0\t9\tgone.ts\0"}`;
  expect(readFiles(output)).toEqual([
    { path: "new.ts", oldPath: "old.ts", status: "renamed", additions: 4, deletions: 2 },
    { path: "gone.ts", oldPath: null, status: "deleted", additions: 0, deletions: 9 },
  ]);
});

it("takes a name that begins as a record does for a name", () => {
  const output = `${raw("R100", ":(glob)x", "y")}0\t0\t\0:(glob)x\0y\0`;
  expect(read(output)).toMatchObject({
    files: [{ path: "y", oldPath: ":(glob)x", status: "renamed" }],
    total: 1,
  });
});

it("gives a binary file no counts", () => {
  const [file] = readFiles(`${raw("M", "logo.png")}-\t-\tlogo.png\0`);
  expect(file).toMatchObject({ additions: null, deletions: null });
});

it("counts zero for a file without counts, and does not use another file's", () => {
  const output = `${raw("M", "spaces.ts")}${raw("M", "b\tc.ts")}1\t2\tb\tc.ts\0`;
  expect(readFiles(output)).toMatchObject([
    { path: "spaces.ts", additions: 0, deletions: 0 },
    { path: "b\tc.ts", additions: 1, deletions: 2 },
  ]);
});

it("returns no files for empty output", () => {
  expect(readFiles("")).toEqual([]);
  expect(readCommits("")).toEqual([]);
});

it("keeps as many files as were wanted, knows how many there are, and stops once it has their counts", () => {
  const names = ["a", "b", "c", "d"];
  const counts = names.map((name) => `1\t0\t${name}\0`).join("");
  const { files, total, isDone } = read(names.map((name) => raw("A", name)).join("") + counts, 2);
  expect(files).toMatchObject([
    { path: "a", additions: 1 },
    { path: "b", additions: 1 },
  ]);
  expect([total, isDone]).toEqual([4, true]);
});

it("keeps tabs in a commit's subject", () => {
  expect(readCommits("abc\t2026-01-02T03:04:05Z\tAdd a\tcolumn")).toEqual([
    { sha: "abc", committed_at: "2026-01-02T03:04:05Z", subject: "Add a\tcolumn" },
  ]);
});
