import { describe, expect, it } from "vitest";
import type { ChangedFile } from "../../../server/domains/repositories/changes/model.ts";
import { someTurn } from "../turn-history/turn.test-data.ts";
import {
  emptyWords,
  filterFiles,
  lastEnded,
  mayOpenAll,
  openAtFirst,
  splitPath,
  totalsOf,
} from "./view-model.ts";

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  old_path: null,
  status: "modified",
  additions: 2,
  deletions: 1,
  ...more,
});

it("adds up lines and leaves binary files out", () => {
  const binary = file("b.png", { additions: null, deletions: null });
  expect(totalsOf([file("a"), binary, file("c")])).toEqual({ additions: 4, deletions: 2 });
});

it("finds files by parts of their path, now or before", () => {
  const files = [file("src/App.tsx"), file("docs/new.md", { old_path: "docs/old.md" })];
  expect(filterFiles(files, "app src").map(({ path }) => path)).toEqual(["src/App.tsx"]);
  expect(filterFiles(files, "OLD").map(({ path }) => path)).toEqual(["docs/new.md"]);
  expect(filterFiles(files, "")).toHaveLength(2);
});

describe("what is open at first", () => {
  it("is all of a small change", () => {
    expect([...openAtFirst([file("a"), file("b")])]).toEqual(["a", "b"]);
  });

  it.each([
    ["many files", Array.from({ length: 6 }, (_, n) => file(`f${n}`))],
    ["many lines", [file("a", { additions: 5_000 })]],
  ])("is nothing of %s", (_title, files) => {
    expect(openAtFirst(files).size).toBe(0);
  });
});

it("opens no more at once than can be fetched at once", () => {
  expect(mayOpenAll(Array.from({ length: 40 }, (_, n) => file(`f${n}`)))).toBe(true);
  expect(mayOpenAll(Array.from({ length: 41 }, (_, n) => file(`f${n}`)))).toBe(false);
});

it("parts a path", () => {
  expect(splitPath("a/b/c.ts")).toEqual({ folder: "a/b/", name: "c.ts" });
  expect(splitPath("c.ts")).toEqual({ folder: "", name: "c.ts" });
});

it.each([
  [file("a", { additions: null, deletions: null, status: "added" }), "Binary file not shown."],
  [file("a", { status: "renamed" }), "Renamed without changes."],
  [file("a", { status: "added" }), "Empty file added."],
  [file("a", { status: "deleted" }), "Empty file deleted."],
  [file("a", { status: "type_changed" }), "Only the file mode changed."],
])("says why there is nothing to read", (of, words) => {
  expect(emptyWords(of, "show")).toBe(words);
});

it("says so where all that changed is left out", () => {
  const of = file("a", { additions: 0, deletions: 0 });
  expect(emptyWords(of, "ignore")).toBe("Only whitespace changed, which is ignored.");
});

it("knows the last turn that the agent ended, however many came and went since", () => {
  const turns = [
    someTurn({ id: 6, state: "running" }),
    someTurn({ id: 5, started_at: null }),
    someTurn({ id: 4 }),
    someTurn({ id: 3 }),
  ];
  expect(lastEnded(turns)).toBe(4);
  expect(lastEnded([])).toBeUndefined();
});
