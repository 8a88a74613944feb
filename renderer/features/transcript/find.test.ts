import { describe, expect, it } from "vitest";
import { decideMove, findWords, matchesOf, occurrences } from "./find.ts";
import { timelineItems } from "./view-model.ts";

const said = (index: number, text: string) => ({
  id: `${index}.0`,
  index,
  timestamp: null,
  event: { type: "user" as const, text, images: 0 },
});

const items = timelineItems([said(1, "One Fish"), said(2, "two"), said(3, "red fish")], "everything");

describe("matchesOf", () => {
  it("finds what is said, whatever its case", () => {
    expect(matchesOf(items, "FISH")).toEqual(["1.0", "3.0"]);
  });

  it("finds nothing where nothing is asked", () => {
    expect(matchesOf(items, "  ")).toEqual([]);
  });

  it("finds what a call was given and what came back", () => {
    const entry = {
      ...said(4, ""),
      event: { type: "tool_call" as const, callId: "c", name: "bash", input: "ls" },
    };
    const back = {
      ...said(5, ""),
      event: { type: "tool_result" as const, callId: "c", text: "a.txt", isError: false },
    };
    expect(matchesOf(timelineItems([entry], "work"), "a.txt")).toEqual([]);
    expect(matchesOf(timelineItems([entry, back], "work"), "a.txt")).toEqual(["4.0"]);
  });
});

it("says where a text has it, signs taken as they are", () => {
  expect(occurrences("a.c abc A.C", "a.c")).toEqual([
    [0, 3],
    [8, 11],
  ]);
});

describe("decideMove", () => {
  const matches = ["1", "2", "3"];
  it.each([
    ["begins at the newest", { current: null, step: -1 }, { kind: "to", key: "3" }],
    ["goes back", { current: "3", step: -1 }, { kind: "to", key: "2" }],
    ["goes on", { current: "2", step: 1 }, { kind: "to", key: "3" }],
    ["looks in earlier lines before the first", { current: "1", step: -1 }, { kind: "seek" }],
    ["begins anew after the last", { current: "3", step: 1 }, { kind: "to", key: "1" }],
  ] as const)("%s", (_title, at, move) => {
    expect(decideMove({ matches, hasOlder: true, ...at })).toEqual(move);
  });

  it("goes round once all lines are known", () => {
    expect(decideMove({ matches, current: "1", step: -1, hasOlder: false })).toEqual({
      kind: "to",
      key: "3",
    });
  });

  it("has nowhere to go without a match, and looks further back while it can", () => {
    const empty = { matches: [], current: null, step: 1 } as const;
    expect(decideMove({ ...empty, hasOlder: false })).toEqual({ kind: "none" });
    expect(decideMove({ ...empty, hasOlder: true })).toEqual({ kind: "seek" });
  });
});

it.each([
  [{ matches: ["1", "2"], current: "2", seeking: false, hasOlder: true }, "2 of 2+"],
  [{ matches: ["1"], current: null, seeking: false, hasOlder: false }, "1 found"],
  [{ matches: [], current: null, seeking: false, hasOlder: true }, "None so far"],
  [{ matches: [], current: null, seeking: false, hasOlder: false }, "No match"],
  [{ matches: ["1"], current: "1", seeking: true, hasOlder: true }, "Looking further back"],
])("says %j as %s", (state, words) => {
  expect(findWords(state)).toBe(words);
});
