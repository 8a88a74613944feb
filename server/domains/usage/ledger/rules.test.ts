import { describe, expect, it } from "vitest";
import { ownerOfFolder, progressOf, readFrom } from "./rules.ts";

const clones = new Map([["/data/clones/a", { sessionId: 7, agentRoot: "builder" }]]);

it.each([
  ["the clone itself", "/data/clones/a", 7],
  ["a folder in it", "/data/clones/a/packages/app", 7],
  ["a folder whose name only begins like it", "/data/clones/ab", undefined],
  ["a folder above it", "/data/clones", undefined],
  ["no folder", null, undefined],
  ["an empty one", "", undefined],
  ["the top folder", "/", undefined],
])("a call in %s", (_title, folder, expected) => {
  expect(ownerOfFolder(folder, (path) => clones.get(path))?.sessionId).toBe(expected);
});

describe("where a file is read on", () => {
  const found = { path: "/f", runtime: "pi", identity: "1:2", size: 100, changedAt: 5 };
  const known = { identity: "1:2", size: 100, changedAt: 5, offset: 90, ended: true };

  it.each([
    ["at the start, if it is new", undefined, 0],
    ["at the start, if another file has its name", { ...known, identity: "1:3" }, 0],
    ["at the start, if it shrank", { ...known, offset: 101 }, 0],
    ["nowhere, if nothing changed", known, null],
    ["where it ended, if it grew", { ...known, size: 95 }, 90],
    ["where it ended, if it was written again", { ...known, changedAt: 4 }, 90],
    ["where the reading stopped", { ...known, ended: false }, 90],
  ])("%s", (_title, before, expected) => {
    expect(readFrom(found, before)).toBe(expected);
  });
});

it.each([
  [0, null, 0],
  [0, 0, 100],
  [1, 3, 33],
  [3, 3, 100],
])("%s of %s files are %s percent", (done, total, expected) => {
  expect(progressOf(done, total)).toBe(expected);
});
