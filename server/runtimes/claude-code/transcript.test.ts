import { describe, expect, it } from "vitest";
import { startLength } from "../runtime.ts";
import type { TimelineEvent } from "../timeline.ts";
import { transcript } from "./transcript.ts";

type Line = Record<string, unknown>;

const user = (content: unknown, more: Line = {}) => ({
  type: "user",
  message: { role: "user", content },
  uuid: "u",
  ...more,
});
const assistant = (content: unknown[], more: Line = {}) => ({
  type: "assistant",
  message: { id: "msg_1", model: "claude-sonnet-5-5", role: "assistant", content, stop_reason: "tool_use" },
  requestId: "req_1",
  ...more,
});
const toolResult = { tool_use_id: "toolu_1", type: "tool_result", content: "File created" };
const command =
  "<command-message>foo</command-message>\n<command-name>/foo</command-name>\n<command-args>bar\nbaz</command-args>";
const notification = "<task-notification>\n<task-id>b1</task-id>\n</task-notification>";

describe("events", () => {
  it.each<[string, unknown, TimelineEvent[]]>([
    ["a person's words", user("fix it"), [{ type: "user", text: "fix it", images: 0 }]],
    [
      "words with an image",
      user([
        { type: "text", text: "see" },
        { type: "image", source: {} },
      ]),
      [{ type: "user", text: "see", images: 1 }],
    ],
    [
      "a slash command as it was written",
      user(command),
      [{ type: "user", text: "/foo bar\nbaz", images: 0 }],
    ],
    ["an image alone", user([{ type: "image", source: {} }]), [{ type: "user", text: "", images: 1 }]],
    [
      "a tool's result",
      user([toolResult]),
      [{ type: "tool_result", callId: "toolu_1", text: "File created", isError: false }],
    ],
    [
      "a failed tool's result in blocks",
      user([{ ...toolResult, is_error: true, content: [{ type: "text", text: "no" }, { type: "image" }] }]),
      [{ type: "tool_result", callId: "toolu_1", text: "no", isError: true, images: 1 }],
    ],
    [
      "words the CLI put beside a result",
      user([toolResult, { type: "text", text: "reminder" }]),
      [
        { type: "tool_result", callId: "toolu_1", text: "File created", isError: false },
        { type: "notice", text: "reminder" },
      ],
    ],
    [
      "an injected line",
      user("Base directory for this skill: /x", { isMeta: true }),
      [{ type: "notice", text: "Base directory for this skill: /x" }],
    ],
    [
      "a shutdown marker",
      user("stopped", { interruptedByShutdown: true }),
      [{ type: "notice", text: "stopped" }],
    ],
    [
      "a background task's end",
      user(notification, { origin: { kind: "task-notification" } }),
      [{ type: "notice", text: notification }],
    ],
    [
      "an interrupt",
      user([{ type: "text", text: "[Request interrupted by user for tool use]" }]),
      [{ type: "notice", text: "[Request interrupted by user for tool use]" }],
    ],
    [
      "a compaction's summary",
      user("This session is being continued", { isCompactSummary: true }),
      [{ type: "compaction", trigger: null, summary: "This session is being continued" }],
    ],
    [
      "the agent's words",
      assistant([{ type: "text", text: "done" }]),
      [{ type: "assistant", text: "done", model: "claude-sonnet-5-5", stopReason: "tool_use" }],
    ],
    [
      "thinking, open and redacted",
      assistant([
        { type: "thinking", thinking: "hm", signature: "x" },
        { type: "redacted_thinking", data: "x" },
      ]),
      [
        { type: "thinking", text: "hm", redacted: false },
        { type: "thinking", text: "", redacted: true },
      ],
    ],
    [
      "a tool call",
      assistant([{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } }]),
      [{ type: "tool_call", callId: "toolu_1", name: "Bash", input: { command: "ls" } }],
    ],
    [
      "a sub-agent",
      assistant([
        {
          type: "tool_use",
          id: "toolu_1",
          name: "Agent",
          input: { description: "look", subagent_type: "Explore" },
        },
      ]),
      [
        {
          type: "tool_call",
          callId: "toolu_1",
          name: "Agent",
          input: { description: "look", subagent_type: "Explore" },
        },
        { type: "subagent", callId: "toolu_1", agent: "Explore", description: "look" },
      ],
    ],
    [
      "an API error that ended the turn",
      assistant([{ type: "text", text: "API Error: 500" }], { isApiErrorMessage: true }),
      [{ type: "error", message: "API Error: 500" }],
    ],
    [
      "an API error that was tried again",
      {
        type: "system",
        subtype: "api_error",
        error: { message: "Connection error.", formatted: "Connection dropped (ECONNRESET)" },
      },
      [{ type: "error", message: "Connection dropped (ECONNRESET)" }],
    ],
    [
      "a compaction",
      {
        type: "system",
        subtype: "compact_boundary",
        compactMetadata: { trigger: "auto", preTokens: 120_000 },
      },
      [{ type: "compaction", trigger: "auto", summary: null }],
    ],
    [
      "words that reached a turn under way",
      {
        type: "attachment",
        attachment: { type: "queued_command", prompt: "also this", commandMode: "prompt" },
      },
      [{ type: "user", text: "also this", images: 0 }],
    ],
    [
      "a background task that ended during a turn",
      {
        type: "attachment",
        attachment: { type: "queued_command", prompt: notification, commandMode: "task-notification" },
      },
      [{ type: "notice", text: notification }],
    ],
  ])("reports %s", (_title, line, expected) => {
    expect(transcript.events(line)).toEqual(expected);
  });

  it.each<[string, unknown, string]>([
    ["an unknown type", { type: "queue-operation", operation: "enqueue" }, "queue-operation"],
    ["an unknown system line", { type: "system", subtype: "stop_hook_summary" }, "stop_hook_summary"],
    [
      "an attachment",
      { type: "attachment", attachment: { type: "skill_listing" } },
      "attachment/skill_listing",
    ],
    ["an answer without a known block", assistant([{ type: "hologram" }]), "assistant"],
    ["an empty prompt", user(""), "user"],
    ["a line that is no object", 7, "unknown"],
  ])("never drops %s", (_title, line, subtype) => {
    expect(transcript.events(line)).toEqual([{ type: "system", subtype, detail: line }]);
  });
});

const startsAsBookkeeping = (line: object): boolean | undefined =>
  transcript.isBookkeeping?.(JSON.stringify(line).slice(0, startLength));

describe("keeps", () => {
  it.each([
    "api-request",
    "api-request-shape",
    "api-request-blob",
    "atis-latch",
    "tools-used",
    "last-prompt",
    "mode",
  ])("drops the CLI's %s lines, by their start alone", (type) => {
    expect(transcript.keeps({ type })).toBe(false);
    expect(startsAsBookkeeping({ type, sessionId: "s1" })).toBe(true);
  });

  it.each(["user", "assistant", "system", "attachment", "queue-operation", "cost-state", "something-new"])(
    "keeps %s lines",
    (type) => {
      expect(transcript.keeps({ type })).toBe(true);
      expect(startsAsBookkeeping({ type, sessionId: "s1" })).toBe(false);
    },
  );

  it("knows nothing of a line whose type comes later", () =>
    expect(startsAsBookkeeping({ sessionId: "s1", type: "api-request" })).toBe(false));
});

describe("isPrompt", () => {
  it.each<[string, unknown, string, boolean]>([
    ["the very text", user("fix it"), "fix it", true],
    ["a text the CLI has added to", user([{ type: "text", text: "note\nfix it\n" }]), "fix it\n", true],
    ["a slash command with its words", user(command), "/foo bar\nbaz", true],
    ["another text", user("leave it"), "fix it", false],
    [
      "a tool's result",
      user([
        { ...toolResult, content: "fix it" },
        { type: "text", text: "fix it" },
      ]),
      "fix it",
      false,
    ],
    ["an injected line", user("fix it", { isMeta: true }), "fix it", false],
    ["a background task's end", user("fix it", { origin: { kind: "task-notification" } }), "fix it", false],
    ["a summary that quotes it", user("the user said: fix it", { isCompactSummary: true }), "fix it", false],
    ["the agent's words", assistant([{ type: "text", text: "fix it" }]), "fix it", false],
    ["an image alone, for an empty prompt", user([{ type: "image" }]), "", true],
    ["a text, for an empty prompt", user("fix it"), "", false],
    ["no object", null, "fix it", false],
  ])("%s: %s", (_title, line, text, expected) => {
    expect(transcript.isPrompt(line, text)).toBe(expected);
  });
});

describe("tokens", () => {
  it("are those of the last request and its answer", () => {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 20,
      cache_read_input_tokens: 100,
      output_tokens: 4,
      service_tier: "standard",
      cache_creation: { ephemeral_5m_input_tokens: 20 },
    };
    const said = assistant([{ type: "text", text: "done" }]);
    const counted = { ...said, message: { ...said.message, usage } };
    expect(transcript.tokens?.(counted)).toBe(127);
    expect(transcript.tokens?.(said)).toBe(null);
    expect(transcript.tokens?.({ ...counted, isApiErrorMessage: true })).toBe(null);
    expect(transcript.tokens?.(user("hello"))).toBe(null);
  });
});

const image = (data: string) => ({
  type: "image",
  source: { type: "base64", media_type: "image/png", data },
});

it.each<[string, unknown, string[]]>([
  ["of a prompt", user([{ type: "text", text: "see" }, image("AA=="), image("BB==")]), ["AA==", "BB=="]],
  [
    "of results before its own",
    user([
      image("DD=="),
      { ...toolResult, content: [image("AA=="), { type: "text", text: "x" }, image("BB==")] },
    ]),
    ["AA==", "BB==", "DD=="],
  ],
  [
    "of a prompt that reached a turn under way",
    { type: "attachment", attachment: { type: "queued_command", prompt: [image("AA==")] } },
    ["AA=="],
  ],
  ["referred to by an address", user([{ type: "image", source: { type: "url", url: "x" } }]), [""]],
  ["of nothing", { type: "assistant", message: { content: [image("AA==")] } }, []],
])("returns the pictures of a line: %s", (_title, line, data) => {
  expect(transcript.images?.(line)).toEqual(data);
});
