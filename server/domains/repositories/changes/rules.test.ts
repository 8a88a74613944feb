import { expect, it } from "vitest";
import { cutDiff, readChangedFiles, readCommits } from "./rules.ts";

const raw = (status: string, ...paths: string[]): string =>
  [`:100644 100644 ${"a".repeat(40)} ${"b".repeat(40)} ${status}`, ...paths, ""].join("\0");

it("reads changed files with their counts", () => {
  const output = `${raw("M", "a.ts")}${raw("A", "new file.md")}3\t1\ta.ts\0` + "12\t0\tnew file.md\0";
  expect(readChangedFiles(output)).toEqual([
    { path: "a.ts", old_path: null, status: "modified", additions: 3, deletions: 1 },
    { path: "new file.md", old_path: null, status: "added", additions: 12, deletions: 0 },
  ]);
});

it("reads a rename with both names, and the files after it", () => {
  const output = `${raw("R087", "old.ts", "new.ts")}${raw("D", "gone.ts")}4\t2\t\0old.ts\0new.ts\0${"0\t9\tgone.ts\0"}`;
  expect(readChangedFiles(output)).toEqual([
    { path: "new.ts", old_path: "old.ts", status: "renamed", additions: 4, deletions: 2 },
    { path: "gone.ts", old_path: null, status: "deleted", additions: 0, deletions: 9 },
  ]);
});

it("gives a binary file no counts", () => {
  const [file] = readChangedFiles(`${raw("M", "logo.png")}-\t-\tlogo.png\0`);
  expect(file).toMatchObject({ additions: null, deletions: null });
});

it("counts zero for a file without counts, and does not use another file's", () => {
  const output = `${raw("M", "spaces.ts")}${raw("M", "b\tc.ts")}1\t2\tb\tc.ts\0`;
  expect(readChangedFiles(output)).toMatchObject([
    { path: "spaces.ts", additions: 0, deletions: 0 },
    { path: "b\tc.ts", additions: 1, deletions: 2 },
  ]);
});

it("returns no files for empty output", () => {
  expect(readChangedFiles("")).toEqual([]);
  expect(readCommits("")).toEqual([]);
});

it("cuts a long diff at the end of a line", () => {
  expect(cutDiff("one\ntwo\nthree\n", 9)).toEqual({ diff: "one\ntwo\n", truncated: true });
  expect(cutDiff("one\n", 9)).toEqual({ diff: "one\n", truncated: false });
});

it("keeps tabs in a commit's subject", () => {
  expect(readCommits("abc\t2026-01-02T03:04:05Z\tAdd a\tcolumn")).toEqual([
    { sha: "abc", committed_at: "2026-01-02T03:04:05Z", subject: "Add a\tcolumn" },
  ]);
});
