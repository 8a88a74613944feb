import { describe, expect, it } from "vitest";
import type { ChangedFile } from "../../../server/domains/review/changes/model.ts";
import { someTurn } from "../turn-history/turn.test-data.ts";
import {
  emptyDiffText,
  filterFiles,
  initiallyOpen,
  lastEnded,
  mayOpenAll,
  splitPath,
  totalsOf,
} from "./view-model.ts";

const file = (path: string, more: Partial<ChangedFile> = {}): ChangedFile => ({
  path,
  old_path: null,
  status: "modified",
  additions: 2,
  deletions: 1,
  digest: path,
  ...more,
});

it("adds up lines without binary files", () => {
  const binary = file("b.png", { additions: null, deletions: null });
  expect(totalsOf([file("a"), binary, file("c")])).toEqual({ additions: 4, deletions: 2 });
});

it("finds files by parts of their present or former path", () => {
  const files = [file("src/App.tsx"), file("docs/new.md", { old_path: "docs/old.md" })];
  expect(filterFiles(files, "app src").map(({ path }) => path)).toEqual(["src/App.tsx"]);
  expect(filterFiles(files, "OLD").map(({ path }) => path)).toEqual(["docs/new.md"]);
  expect(filterFiles(files, "")).toHaveLength(2);
});

describe("the initially open files", () => {
  it("are all of a small change", () => {
    expect([...initiallyOpen([file("a"), file("b")], () => false)]).toEqual(["a", "b"]);
  });

  it("are not those that were viewed", () => {
    expect([...initiallyOpen([file("a"), file("b")], ({ path }) => path === "a")]).toEqual(["b"]);
  });

  it.each([
    ["many files", Array.from({ length: 6 }, (_, n) => file(`f${n}`))],
    ["many lines", [file("a", { additions: 5_000 })]],
  ])("are none of %s", (_title, files) => {
    expect(initiallyOpen(files, () => false).size).toBe(0);
  });
});

it("opens at most 40 files at once", () => {
  expect(mayOpenAll(Array.from({ length: 40 }, (_, n) => file(`f${n}`)))).toBe(true);
  expect(mayOpenAll(Array.from({ length: 41 }, (_, n) => file(`f${n}`)))).toBe(false);
});

it("splits a path into folder and name", () => {
  expect(splitPath("a/b/c.ts")).toEqual({ folder: "a/b/", name: "c.ts" });
  expect(splitPath("c.ts")).toEqual({ folder: "", name: "c.ts" });
});

it.each([
  [file("a", { additions: null, deletions: null, status: "added" }), "Binary file not shown."],
  [file("a", { status: "renamed" }), "Renamed without changes."],
  [file("a", { status: "added" }), "Empty file added."],
  [file("a", { status: "deleted" }), "Empty file deleted."],
  [file("a", { status: "type_changed" }), "Only the file mode changed."],
])("says why a file has no lines to show", (of, expected) => {
  expect(emptyDiffText(of, "show")).toBe(expected);
});

it("says when only ignored whitespace changed", () => {
  const of = file("a", { additions: 0, deletions: 0 });
  expect(emptyDiffText(of, "ignore")).toBe("Only whitespace changed, which is ignored.");
});

it("finds the last turn that started and ended", () => {
  const turns = [
    someTurn({ id: 6, state: "running" }),
    someTurn({ id: 5, started_at: null }),
    someTurn({ id: 4 }),
    someTurn({ id: 3 }),
  ];
  expect(lastEnded(turns)).toBe(4);
  expect(lastEnded([])).toBeUndefined();
});
