import { describe, expect, it } from "vitest";
import { type Line, type LineRole, moveFolder, parseLines, safeLength } from "./conversation-lines.ts";

const nothing: LineRole = { isPrompt: false, calls: [], results: [], hangs: false };
const prompt: LineRole = { ...nothing, isPrompt: true };
const words: LineRole = nothing;
const thought: LineRole = { ...nothing, hangs: true };
const call = (...calls: string[]): LineRole => ({ ...nothing, calls });
const result = (...results: string[]): LineRole => ({ ...nothing, results });

describe("safeLength", () => {
  it.each<[string, LineRole[], number]>([
    ["keeps a finished conversation", [prompt, words], 2],
    ["keeps a prompt without an answer", [prompt, words, prompt], 3],
    ["keeps a call with its result", [prompt, call("a"), result("a")], 3],
    ["takes away a call without its result", [prompt, words, call("a")], 2],
    ["takes away the thought that led to the call", [prompt, words, thought, call("a")], 2],
    ["takes away both of two calls when one is open", [prompt, call("a"), call("b"), result("a")], 1],
    ["takes away one line's two calls when one is open", [prompt, call("a", "b"), result("a")], 1],
    ["keeps earlier calls of the same turn", [prompt, call("a"), result("a"), words, call("b")], 4],
    ["leaves a call that an earlier turn left open", [prompt, call("a"), prompt, words], 4],
    ["makes nothing of nothing", [], 0],
  ])("%s", (_title, roles, length) => expect(safeLength(roles)).toBe(length));
});

describe("moveFolder", () => {
  const move = (value: unknown) =>
    moveFolder(value, {
      from: "/data/clones/a",
      to: "/new",
      signed: ({ type }: Line) => type === "thinking",
    });

  it.each([
    ["a path", "/data/clones/a", "/new"],
    ["a path below it", "cat /data/clones/a/x.txt", "cat /new/x.txt"],
    ["the end of a sentence", "It is in /data/clones/a.", "It is in /new."],
    ["a neighbour's name", "/data/clones/ab /data/clones/a-b /data/clones/a.old", undefined],
  ])("sees %s", (_title, text, moved = text) => expect(move({ deep: [text] })).toEqual({ deep: [moved] }));

  it("does not change text that a provider has signed", () => {
    const thought = { type: "thinking", thinking: "in /data/clones/a", signature: "s" };
    expect(move([thought, "/data/clones/a"])).toEqual([thought, "/new"]);
  });
});

it("skips lines that are not JSON objects", () => {
  expect(parseLines(['{"a":1}', "", "[]", '{"b":', "null", '{"c":2}'])).toEqual([{ a: 1 }, { c: 2 }]);
});
