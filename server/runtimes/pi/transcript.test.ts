import { describe, expect, it } from "vitest";
import { piTranscript } from "./transcript.ts";

const entry = { id: "a1", parentId: null, timestamp: "2026-11-21T12:56:13.593Z" };
const message = (fields: object) => ({ ...entry, type: "message", message: fields });
const answer = (fields: object) =>
  message({ role: "assistant", model: "m", stopReason: "stop", content: [], ...fields });

describe("piTranscript.events", () => {
  it.each<[string, unknown, object[]]>([
    [
      "a prompt with an image",
      message({
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image", data: "AA==", mimeType: "image/png" },
        ],
      }),
      [{ type: "user", text: "look", images: 1 }],
    ],
    [
      "thinking, words and a call, in the model's order",
      answer({
        stopReason: "toolUse",
        content: [
          { type: "thinking", thinking: "hm" },
          { type: "text", text: "I look." },
          { type: "toolCall", id: "c1", name: "bash", arguments: { command: "ls" } },
        ],
      }),
      [
        { type: "thinking", text: "hm", redacted: false },
        { type: "assistant", text: "I look.", model: "m", stopReason: "toolUse" },
        { type: "tool_call", callId: "c1", name: "bash", input: { command: "ls" } },
      ],
    ],
    ["an empty answer", answer({}), [{ type: "assistant", text: "", model: "m", stopReason: "stop" }]],
    [
      "a failed call",
      answer({ stopReason: "error", errorMessage: "500: {}" }),
      [{ type: "error", message: "500: {}" }],
    ],
    [
      "an interrupted answer",
      answer({ stopReason: "aborted", content: [{ type: "text", text: "Half" }] }),
      [
        { type: "assistant", text: "Half", model: "m", stopReason: "aborted" },
        { type: "notice", text: "Interrupted." },
      ],
    ],
    [
      "a failed tool",
      message({
        role: "toolResult",
        toolCallId: "c1",
        content: [{ type: "text", text: "no" }],
        isError: true,
      }),
      [{ type: "tool_result", callId: "c1", text: "no", isError: true }],
    ],
    [
      "a command that failed in silence",
      message({
        role: "toolResult",
        toolCallId: "c1",
        toolName: "bash",
        content: [{ type: "text", text: "(no output)\n\nCommand exited with code 3" }],
        isError: true,
      }),
      [{ type: "tool_result", callId: "c1", text: "Command exited with code 3", isError: true, exitCode: 3 }],
    ],
    [
      "a command run by hand",
      message({ role: "bashExecution", command: "ls", output: "a", exitCode: 0 }),
      [
        { type: "tool_call", callId: "a1", name: "bash", input: { command: "ls" } },
        { type: "tool_result", callId: "a1", text: "a", isError: false },
      ],
    ],
    [
      "a command run by hand that was stopped",
      message({ role: "bashExecution", command: "ls", output: "a", cancelled: true }),
      [
        { type: "tool_call", callId: "a1", name: "bash", input: { command: "ls" } },
        { type: "tool_result", callId: "a1", text: "a", isError: false, cutOff: true },
      ],
    ],
    [
      "an extension's words",
      { ...entry, type: "custom_message", content: "Mind the gap" },
      [{ type: "notice", text: "Mind the gap" }],
    ],
    [
      "a compaction",
      { ...entry, type: "compaction", summary: "So far" },
      [{ type: "compaction", trigger: null, summary: "So far" }],
    ],
  ])("shows %s", (_title, line, events) => {
    expect(piTranscript.events(line)).toEqual(events);
  });

  it.each([
    ["session", { type: "session", version: 3, id: "u", cwd: "/w" }],
    ["model_change", { ...entry, type: "model_change", modelId: "m" }],
    ["context_edit", { ...entry, type: "context_edit", targetId: "a0", replacement: null }],
    ["branch_summary", { ...entry, type: "branch_summary", summary: "s" }],
    ["from_next_year", { type: "from_next_year" }],
  ])("returns one system event for a %s line, and keeps the line", (subtype, line) => {
    expect(piTranscript.events(line)).toEqual([{ type: "system", subtype, detail: line }]);
    expect(piTranscript.keeps(line)).toBe(true);
  });

  it("shows the system prompt as a message of the runtime, not of a person", () => {
    const line = message({ role: "system", content: "", sections: {} });
    expect(piTranscript.events(line)).toMatchObject([{ type: "system", subtype: "system" }]);
    expect(piTranscript.isPrompt(line, "")).toBe(false);
  });
});

describe("piTranscript.isPrompt", () => {
  const prompt = (text: string) => message({ role: "user", content: [{ type: "text", text }] });

  it.each([
    ["the very text", prompt("fix it"), "fix it\n", true],
    ["another text", prompt("fix it"), "break it", false],
    ["a string as content", message({ role: "user", content: "fix it" }), "fix it", true],
    ["a remark pi added for an image", prompt("fix it\n\n[image resized]"), "fix it", true],
    ["a skill pi has expanded", prompt("<skill>..</skill>\n\nreport.pdf"), "/skill:pdf report.pdf", true],
    [
      "a tool's result",
      message({ role: "toolResult", content: [{ type: "text", text: "fix it" }] }),
      "fix it",
      false,
    ],
    ["the agent's own words", answer({ content: [{ type: "text", text: "fix it" }] }), "fix it", false],
  ])("checks %s", (_title, line, text, expected) => {
    expect(piTranscript.isPrompt(line, text)).toBe(expected);
  });
});

it("returns the pictures of a prompt and of a tool result", () => {
  const image = { type: "image", data: "AA==", mimeType: "image/png" };
  const result = message({ role: "toolResult", toolCallId: "c1", isError: false, content: [image, image] });
  expect(piTranscript.events(result)).toEqual([
    { type: "tool_result", callId: "c1", text: "", isError: false, images: 2 },
  ]);
  expect(piTranscript.images?.(result)).toEqual(["AA==", "AA=="]);
  expect(piTranscript.images?.(message({ role: "user", content: [image] }))).toEqual(["AA=="]);
  expect(piTranscript.images?.(answer({ content: [image] }))).toEqual([]);
});
