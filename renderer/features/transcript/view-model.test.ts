import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../../server/domains/transcripts/model.ts";
import { callSummary, clip, firstItemIndex, inputText, resultPreview, timelineItems } from "./view-model.ts";

let lines = 0;
const entry = (event: TimelineEntry["event"]): TimelineEntry => {
  const index = lines++;
  return { id: `${index}.0`, index, timestamp: null, event };
};

const user = entry({ type: "user", text: "Do it", images: 0 });
const call = entry({ type: "tool_call", callId: "c1", name: "Bash", input: { command: "ls" } });
const result = entry({ type: "tool_result", callId: "c1", text: "a\nb", isError: false });
const stray = entry({ type: "tool_result", callId: "c0", text: "of an earlier page", isError: false });
const system = entry({ type: "system", subtype: "init", detail: {} });
const thinking = entry({ type: "thinking", text: "Hm", redacted: false });
const blank = entry({ type: "assistant", text: "  \n", model: null, stopReason: null });
const all = [user, call, result, stray, system, thinking, blank];

const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key);

describe("timelineItems", () => {
  it("joins a call with its result in one block", () => {
    const items = timelineItems(all, "work");
    expect(keys(items)).toEqual([user.id, call.id, stray.id, thinking.id]);
    expect(items[1]?.result).toBe(result.event);
  });

  it("leaves a call without a result open", () => {
    expect(timelineItems([call], "work")[0]?.result).toBeNull();
  });

  it("shows what was said and nothing else when only messages are asked for", () => {
    expect(keys(timelineItems(all, "messages"))).toEqual([user.id]);
  });

  it("shows the runtime's own entries only when everything is asked for", () => {
    expect(keys(timelineItems(all, "everything"))).toContain(system.id);
  });
});

describe("callSummary", () => {
  it.each([
    ["the command", { description: "List", command: "ls -la\npwd" }, "ls -la"],
    ["a command in parts", { command: ["git", "status"] }, "git status"],
    ["the file", { file_path: "/a.ts", content: "x" }, "/a.ts"],
    ["its arguments where none is telling", { depth: 2 }, '{"depth":2}'],
    ["nothing for no arguments", {}, ""],
    ["nothing for null", null, ""],
  ])("is %s", (_title, input, expected) => {
    expect(callSummary(input)).toBe(expected);
  });
});

it("previews a result by its first line that is not blank", () => {
  expect(resultPreview("\n  one\n\ntwo\nthree\n")).toEqual({ line: "one", moreLines: 2 });
});

it("shows a lone text argument as itself", () => {
  expect(inputText({ command: "ls\npwd" })).toBe("ls\npwd");
  expect(inputText({ a: "x", b: 1 })).toBe('{\n  "a": "x",\n  "b": 1\n}');
});

describe("clip", () => {
  it.each([
    ["leaves a short text whole", "a\nb", { text: "a\nb", clipped: false }],
    ["cuts at the last line allowed", "a\nb\nc", { text: "a\nb", clipped: true }],
    ["cuts a long line", "abcdefgh", { text: "abcde", clipped: true }],
  ])("%s", (_title, text, expected) => {
    expect(clip(text, { characters: 5, lines: 2 })).toEqual(expected);
  });
});

describe("firstItemIndex", () => {
  const items = timelineItems([user, call, thinking], "work");

  it("falls by the number of items that came before the anchor", () => {
    expect(firstItemIndex(items.slice(1), call.id)).toBe(1_000_000);
    expect(firstItemIndex(items, call.id)).toBe(999_999);
  });

  it("is unknown when the anchor is gone", () => {
    expect(firstItemIndex(items, "77.0")).toBeNull();
  });
});
