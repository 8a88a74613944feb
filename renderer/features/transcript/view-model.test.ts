import { describe, expect, it } from "vitest";
import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";
import { entryKinds } from "./entry-kinds.ts";
import {
  anchorOf,
  automaticLine,
  callSummary,
  clip,
  firstItemIndex,
  inputText,
  isAutomatic,
  itemAt,
  itemText,
  noticeLine,
  readAnchor,
  resultPreview,
  timelineItems,
} from "./view-model.ts";

const work = new Set(entryKinds.filter((kind) => kind !== "logs"));
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
    const items = timelineItems(all, work);
    expect(keys(items)).toEqual([user.id, call.id, stray.id, thinking.id]);
    expect(items[1]?.result).toBe(result.event);
  });

  it("leaves a call without a result open", () => {
    expect(timelineItems([call], work)[0]?.result).toBeNull();
  });

  it("marks a call as cut off once the conversation goes on without its result", () => {
    const next = entry({ type: "user", text: "Go on", images: 0 });
    expect(timelineItems([user, call, next], work)[1]).toMatchObject({ key: call.id, cutOff: true });
    expect(timelineItems([user, call], work)[1]).toMatchObject({ cutOff: false });
    expect(timelineItems([user, call, result, next], work)[1]).toMatchObject({ cutOff: false });
  });

  it("shows a subagent in place of the call that started it", () => {
    const asked = entry({ type: "tool_call", callId: "s1", name: "Task", input: { prompt: "Look" } });
    const started = entry({ type: "subagent", callId: "s1", agent: "explorer", description: "Look about" });
    const back = entry({ type: "tool_result", callId: "s1", text: "Seen", isError: false });
    const items = timelineItems([asked, started, back], work);
    expect(keys(items)).toEqual([started.id]);
    expect(items[0]).toMatchObject({ call: asked.event, result: back.event });
    expect(items.map(itemText)).toEqual(["explorer\n\nLook about\n\nLook\n\nSeen"]);
    expect(timelineItems([started], work)[0]?.call).toBeNull();
  });

  it("leaves out hidden kinds, but keeps failures if errors are shown", () => {
    expect(keys(timelineItems(all, new Set(["text"])))).toEqual([user.id]);
    const bad = entry({ type: "tool_call", callId: "c9", name: "Bash", input: {} });
    const back = entry({ type: "tool_result", callId: "c9", text: "no", isError: true });
    expect(keys(timelineItems([bad, back], new Set(["errors"])))).toEqual([bad.id]);
    expect(keys(timelineItems(all, new Set(entryKinds)))).toContain(system.id);
  });

  it("measures a call if its lines have timestamps", () => {
    const at = (one: TimelineEntry, timestamp: string): TimelineEntry => ({ ...one, timestamp });
    const [from, to] = [at(call, "2026-11-20T10:00:00Z"), at(result, "2026-11-20T10:00:02.500Z")];
    expect(timelineItems([from, to], work)[0]).toMatchObject({ tookMs: 2_500, resultIndex: result.index });
    expect(timelineItems([call, to], work)[0]?.tookMs).toBeNull();
    expect(timelineItems([to, { ...from, timestamp: "2026-11-20T11:00:00Z" }], work)[0]?.tookMs).toBeNull();
  });
});

it.each([
  ["Set up anew.\nMore.", "Set up anew."],
  ["<role>You are the first.\n</role>", "You are the first."],
  ["<environment_context>\n  <cwd>/srv</cwd>\n</environment_context>", "environment context"],
  ["<task-notification>\n<id>7</id>\n<summary>Agent done</summary>", "Agent done"],
  ["", ""],
])("summarizes the notice %j as %j", (text, expected) => {
  expect(noticeLine(text)).toBe(expected);
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

it("previews a result by its first nonblank line", () => {
  expect(resultPreview("\n  one\n\ntwo\nthree\n")).toEqual({ line: "one", moreLines: 2 });
});

it("shows a single text argument as is", () => {
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
  const items = timelineItems([user, call, thinking], work);

  it("falls by the number of items added before the anchor", () => {
    expect(firstItemIndex(items.slice(1), call.id)).toBe(1_000_000);
    expect(firstItemIndex(items, call.id)).toBe(999_999);
  });

  it("is unknown when the anchor is gone", () => {
    expect(firstItemIndex(items, "77.0")).toBeNull();
  });
});

describe("a line of the transcript", () => {
  const items = timelineItems([user, call, result, thinking], work);

  it("is found in its block, or in the block before if hidden", () => {
    const at = (index: number) => items[itemAt(items, index)]?.key;
    expect(at(call.index)).toBe(call.id);
    expect(at(result.index)).toBe(call.id);
    expect(at(10_000)).toBe(thinking.id);
    expect(itemAt(items, user.index - 1)).toBe(0);
    expect(itemAt([], 3)).toBe(-1);
  });

  it("is read from an address, and nothing else is", () => {
    expect(readAnchor(anchorOf(12))).toBe(12);
    expect(readAnchor("#m0")).toBe(0);
    expect(["", "#main", "m", "m-1", "m1x"].map(readAnchor)).toEqual([null, null, null, null, null]);
  });

  it("is copied with its result", () => {
    expect(items.map(itemText)).toEqual(["Do it", "Bash\n\nls\n\na\nb", "Hm"]);
  });
});

it.each([
  [
    "[Signalbox] This is an automatic message, not a person: the wake you asked for.\n\nLook again.",
    "The wake you asked for.",
  ],
  [
    "[Signalbox] This is the session's heartbeat: an automatic message, not a person. Go on.",
    "This is the session's heartbeat: an automatic message, not a person. Go on.",
  ],
  ["[Signalbox] Ada authorized the merge of x on the board.", "Ada authorized the merge of x on the board."],
])("an automatic message is told from a person's, and summarized: %s", (prompt, line) => {
  expect(isAutomatic(prompt)).toBe(true);
  expect(automaticLine(prompt)).toBe(line);
});

it("a person's prompt that mentions the name is not automatic", () => {
  expect(isAutomatic("Why does it say [Signalbox] here?")).toBe(false);
});
