import { describe, expect, it } from "vitest";
import type { TimelineEvent } from "../../../runtimes/timeline.ts";
import { conversationMessage, isConversation, renderEvent, timelineEntries } from "./rules.ts";

const user: TimelineEvent = { type: "user", text: "Begin", images: 0 };
const assistant: TimelineEvent = { type: "assistant", text: "Done", model: null, stopReason: null };
const call: TimelineEvent = { type: "tool_call", callId: "1", name: "bash", input: { cmd: "ls" } };
const result: TimelineEvent = { type: "tool_result", callId: "1", text: "a.txt", isError: false };
const thinking: TimelineEvent = { type: "thinking", text: "Hm", redacted: false };

const line = (events: readonly TimelineEvent[]) => ({ index: 7, timestamp: "2026-06-01T12:00:00Z", events });

describe("conversationMessage (R55)", () => {
  it.each([
    ["a prompt", [user], { role: "user", content: "Begin", has_tool_use: false, has_tool_result: false }],
    [
      "an answer with a thought, which is not said",
      [thinking, assistant],
      { role: "assistant", content: "Done" },
    ],
    [
      "an answer that calls a tool",
      [assistant, call],
      { content: 'Done\n\nbash {"cmd":"ls"}', has_tool_use: true },
    ],
    ["a call alone", [call], { role: "assistant", has_tool_use: true }],
    [
      "a tool's answer, as the user's part",
      [result],
      { role: "user", content: "a.txt", has_tool_result: true },
    ],
    ["a call without input", [{ ...call, input: undefined }], { content: "bash {}" }],
    ["an empty answer beside a call", [{ ...assistant, text: "" }, call], { content: 'bash {"cmd":"ls"}' }],
  ])("reads %s", (_title, events, expected) => {
    expect(conversationMessage(line(events), 1_000)?.message).toMatchObject({
      timestamp: "2026-06-01T12:00:00Z",
      transcript_index: 7,
      ...expected,
    });
  });

  it.each([
    ["shorter than the limit", 5, "Begin", false],
    ["cut at the limit", 4, "Begi", true],
  ])("has content %s", (_title, limit, content, cut) => {
    expect(conversationMessage(line([user]), limit)).toMatchObject({ message: { content }, cut });
  });

  it("never cuts a character in two", () => {
    const greeting = { ...user, text: "🙂🙂" };
    expect(conversationMessage(line([greeting]), 1)).toMatchObject({ message: { content: "🙂" }, cut: true });
    expect(conversationMessage(line([greeting]), 2)).toMatchObject({ cut: false });
    const long = { ...result, text: `x${"🙂".repeat(500)}` };
    expect(renderEvent(long)).toBe(`## Tool Result\n\nx${"🙂".repeat(499)}…\n`);
  });

  it.each([
    ["a thought", [thinking]],
    ["a notice", [{ type: "notice", text: "x" }]],
    ["nothing", []],
  ] satisfies [string, TimelineEvent[]][])("does not take %s for a message", (_title, events) => {
    expect(conversationMessage(line(events), 9)).toBeNull();
    expect(isConversation(events)).toBe(false);
  });
});

describe("timelineEntries", () => {
  it("have stable ids from the line and the position within it", () => {
    expect(timelineEntries(line([thinking, assistant])).map(({ id, index }) => [id, index])).toEqual([
      ["7.0", 7],
      ["7.1", 7],
    ]);
  });
});

describe("renderEvent (R56)", () => {
  it.each<[TimelineEvent, string]>([
    [user, "## User\n\nBegin\n"],
    [assistant, "## Assistant\n\nDone\n"],
    [thinking, "## Thinking\n\nHm\n"],
    [{ ...thinking, redacted: true }, "## Thinking\n\n(withheld by the provider)\n"],
    [call, '## Tool Use: bash\n\n{\n  "cmd": "ls"\n}\n'],
    [result, "## Tool Result\n\na.txt\n"],
    [{ ...result, isError: true }, "## Tool Result (error)\n\na.txt\n"],
    [{ ...result, text: "x".repeat(501) }, `## Tool Result\n\n${"x".repeat(500)}…\n`],
    [{ ...result, text: "x".repeat(500) }, `## Tool Result\n\n${"x".repeat(500)}\n`],
    [
      { type: "subagent", callId: "2", agent: "explorer", description: "Look" },
      "## Subagent\n\nexplorer: Look\n",
    ],
    [{ type: "compaction", trigger: "auto", summary: "So far" }, "## Compaction\n\nSo far\n"],
    [
      { type: "compaction", trigger: null, summary: null },
      "## Compaction\n\nThe conversation was compacted.\n",
    ],
    [{ type: "error", message: "No" }, "## Error\n\nNo\n"],
    [{ type: "notice", text: "Mind" }, "## Runtime Notice\n\nMind\n"],
    [
      {
        type: "system",
        subtype: "init",
        detail: { model: "m-1", count: 2, tools: ["Bash"], cwd: "/x\ny", long: "w".repeat(61), none: null },
      },
      "## System: init (model: m-1, count: 2, cwd: /x y)\n",
    ],
    [
      {
        type: "system",
        subtype: "init",
        detail: { a: "a".repeat(60), b: "b".repeat(60), c: "c".repeat(60) },
      },
      `## System: init (a: ${"a".repeat(60)}, b: ${"b".repeat(60)}, c: ${"c".repeat(27)}…)\n`,
    ],
    [{ type: "system", subtype: "init", detail: "short" }, "## System: init (detail: short)\n"],
    [{ type: "system", subtype: "init", detail: undefined }, "## System: init\n"],
  ])("writes a section for %o", (event, expected) => {
    expect(renderEvent(event)).toBe(expected);
  });
});
