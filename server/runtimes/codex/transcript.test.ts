import { describe, expect, it } from "vitest";
import type { TimelineEvent } from "../timeline.ts";
import { codexTranscript } from "./transcript.ts";

const item = (payload: object, metadata?: object) => ({
  timestamp: "2026-11-21T12:51:05.373Z",
  ordinal: 7,
  type: "response_item",
  payload,
  ...(metadata && { metadata }),
});
const note = (payload: object) => ({ timestamp: "2026-11-21T12:51:05.374Z", type: "event_msg", payload });
const done = (of: object, startedAtMs?: number) =>
  note({ type: "item_completed", thread_id: "t", turn_id: "u", item: of, started_at_ms: startedAtMs });
const script = (input: string) => item({ type: "custom_tool_call", call_id: "c6", name: "exec", input });
const scriptOutput = (result: object) =>
  item({
    type: "custom_tool_call_output",
    call_id: "c6",
    output: [
      { type: "input_text", text: "Script completed\nWall time 0.1 seconds\nOutput:\n" },
      { type: "input_text", text: JSON.stringify(result) },
    ],
  });
const message = (role: string, texts: string[], provenance?: string) =>
  item({
    type: "message",
    role,
    content: texts.map((text) => ({ type: role === "assistant" ? "output_text" : "input_text", text })),
    ...(provenance && {
      internal_chat_message_metadata_passthrough: {
        content_item_metadata: texts.map(() => ({ provenance: { type: provenance } })),
      },
    }),
  });

const prompt = item({
  type: "message",
  role: "user",
  content: [
    { type: "input_text", text: "look at this" },
    { type: "input_text", text: '<image name=[Image #1] path="/tmp/p.png">' },
    { type: "input_image", image_url: "data:image/png;base64,iVBO", detail: "original" },
    { type: "input_text", text: "</image>" },
  ],
  internal_chat_message_metadata_passthrough: {
    content_item_kinds: ["user.text", "user.text", "user.image", "user.text"],
    content_item_metadata: [{ provenance: { type: "user" } }],
  },
});
const output = (callId: string, value: unknown) =>
  item({ type: "function_call_output", call_id: callId, output: value });
const execOutput = (code: number) =>
  `Chunk ID: 60c414\nWall time: 0.0000 seconds\nProcess exited with code ${code}\nOriginal token count: 1\nOutput:\nProcess exited with code 9\n`;

const rendered: [string, unknown, TimelineEvent[]][] = [
  ["a prompt with an image", prompt, [{ type: "user", text: "look at this", images: 1 }]],
  [
    "an injected environment",
    message("user", ["<environment_context>\n</environment_context>"], "harness"),
    [{ type: "notice", text: "<environment_context>\n</environment_context>", setup: true }],
  ],
  [
    "an injected environment of an older version",
    message("user", ["<environment_context>\n</environment_context>"]),
    [{ type: "notice", text: "<environment_context>\n</environment_context>", setup: true }],
  ],
  [
    "the repository's instructions",
    message("user", ["# AGENTS.md instructions for /w\nBe kind."]),
    [{ type: "notice", text: "# AGENTS.md instructions for /w\nBe kind.", setup: true }],
  ],
  [
    "a person's words that look injected",
    message("user", ["<environment_context> is what?"], "user"),
    [{ type: "user", text: "<environment_context> is what?", images: 0 }],
  ],
  ["a developer message", message("developer", ["A", "B"]), [{ type: "notice", text: "A\nB", setup: true }]],
  [
    "an answer",
    message("assistant", ["working"]),
    [{ type: "assistant", text: "working", model: null, stopReason: null }],
  ],
  [
    "reasoning",
    item({ type: "reasoning", summary: [{ type: "summary_text", text: "hm" }], encrypted_content: "Zg==" }),
    [{ type: "thinking", text: "hm", redacted: false }],
  ],
  [
    "sealed reasoning",
    item({ type: "reasoning", summary: [], content: null, encrypted_content: "Zg==" }),
    [{ type: "thinking", text: "", redacted: true }],
  ],
  [
    "a shell call",
    item({ type: "function_call", name: "exec_command", arguments: '{"cmd":"ls"}', call_id: "c1" }),
    [{ type: "tool_call", callId: "c1", name: "exec_command", input: { cmd: "ls" } }],
  ],
  [
    "an MCP call",
    item({
      type: "function_call",
      name: "echo",
      namespace: "mcp__local",
      arguments: "not json",
      call_id: "c2",
    }),
    [{ type: "tool_call", callId: "c2", name: "mcp__local__echo", input: "not json" }],
  ],
  [
    "a patch",
    item({ type: "custom_tool_call", call_id: "c3", name: "apply_patch", input: "*** Begin Patch" }),
    [{ type: "tool_call", callId: "c3", name: "apply_patch", input: "*** Begin Patch" }],
  ],
  [
    "a sub-agent",
    item({
      type: "function_call",
      name: "spawn_agent",
      namespace: "collaboration",
      arguments: '{"message":"do it","task_name":"helper"}',
      call_id: "c4",
    }),
    [
      {
        type: "tool_call",
        callId: "c4",
        name: "spawn_agent",
        input: { message: "do it", task_name: "helper" },
      },
      { type: "subagent", callId: "c4", agent: "helper", description: "do it" },
    ],
  ],
  [
    "a result whose command failed",
    output("c1", execOutput(3)),
    [{ type: "tool_result", callId: "c1", text: execOutput(3), isError: true, exitCode: 3 }],
  ],
  [
    "a result that only speaks of failure",
    output("c1", execOutput(0)),
    [{ type: "tool_result", callId: "c1", text: execOutput(0), isError: false }],
  ],
  [
    "a patch that went wrong",
    item({ type: "custom_tool_call_output", call_id: "c3", output: "Exit code: 1\nOutput:\nno" }),
    [{ type: "tool_result", callId: "c3", text: "Exit code: 1\nOutput:\nno", isError: true, exitCode: 1 }],
  ],
  [
    "a result in the older wrapping",
    output("c1", '{"output":"x","metadata":{"exit_code":2}}'),
    [
      {
        type: "tool_result",
        callId: "c1",
        text: '{"output":"x","metadata":{"exit_code":2}}',
        isError: true,
        exitCode: 2,
      },
    ],
  ],
  [
    "a call the CLI does not know",
    output("c5", "unsupported call: nosuch"),
    [{ type: "tool_result", callId: "c5", text: "unsupported call: nosuch", isError: true }],
  ],
  [
    "a failed MCP result",
    done({
      type: "McpToolCall",
      id: "call_044f",
      server: "echo",
      tool: "echo",
      status: "failed",
      result: { content: [{ type: "text", text: "it failed" }], isError: true },
    }),
    [{ type: "tool_result", callId: "call_044f", text: "it failed", isError: true }],
  ],
  [
    "a command inside a script",
    done({
      type: "CommandExecution",
      id: "exec-8f52",
      command: ["/bin/bash", "-c", "exit 7"],
      aggregated_output: "",
      exit_code: 7,
    }),
    [
      {
        type: "tool_call",
        callId: "exec-8f52",
        name: "exec_command",
        input: { cmd: "exit 7" },
        inScript: { startedAt: null },
      },
      { type: "tool_result", callId: "exec-8f52", text: "", isError: true, exitCode: 7 },
    ],
  ],
  [
    "a command whose process the CLI ended with the turn",
    done(
      {
        type: "CommandExecution",
        id: "exec-19c1",
        command: ["/bin/bash", "-c", "npm test"],
        aggregated_output: "ok 1\n",
        exit_code: -1,
      },
      1_796_027_039_046,
    ),
    [
      {
        type: "tool_call",
        callId: "exec-19c1",
        name: "exec_command",
        input: { cmd: "npm test" },
        inScript: { startedAt: "2026-11-30T08:23:59.046Z" },
      },
      { type: "tool_result", callId: "exec-19c1", text: "ok 1\n", isError: false, cutOff: true },
    ],
  ],
  [
    "files that a script changed",
    done({
      type: "FileChange",
      id: "exec-c449",
      changes: {
        "/w/note.txt": { type: "add", content: "a\nb\n" },
        "/w/old.txt": { type: "delete", content: "c" },
        "/w/main.ts": { type: "update", unified_diff: "@@ -1 +1 @@\n-a\n+b\n", move_path: null },
      },
      status: "completed",
      stdout: "Success.\n",
      stderr: "",
    }),
    [
      {
        type: "tool_call",
        callId: "exec-c449",
        name: "apply_patch",
        input:
          "*** Begin Patch\n*** Add File: /w/note.txt\n+a\n+b\n*** Delete File: /w/old.txt\n" +
          "*** Update File: /w/main.ts\n@@ -1 +1 @@\n-a\n+b\n*** End Patch",
        inScript: { startedAt: null },
      },
      { type: "tool_result", callId: "exec-c449", text: "Success.", isError: false },
    ],
  ],
  [
    "a script that makes one call",
    script('const r = await tools.exec_command({cmd: "ls"});\ntext(r);'),
    [{ type: "tool_call", callId: "c6", name: "exec_command", input: { cmd: "ls" }, script: "only_call" }],
  ],
  [
    "a script that may make several",
    script("for (const cmd of all) await tools.exec_command({cmd});"),
    [
      {
        type: "tool_call",
        callId: "c6",
        name: "exec",
        input: "for (const cmd of all) await tools.exec_command({cmd});",
        script: "script",
      },
    ],
  ],
  [
    "the result of its command",
    scriptOutput({ chunk_id: "f6", exit_code: 3, output: "broken\n" }),
    [{ type: "tool_result", callId: "c6", text: "broken\n", isError: true, exitCode: 3 }],
  ],
  [
    "a command that goes on after the script",
    scriptOutput({ chunk_id: "f6", session_id: 86_980, output: "line 1\n" }),
    [
      {
        type: "tool_result",
        callId: "c6",
        text: "line 1\nProcess running with session ID 86980",
        isError: false,
        runsOn: true,
      },
    ],
  ],
  [
    "a call that was given up",
    output("c1", "aborted by user after 2.5s"),
    [{ type: "tool_result", callId: "c1", text: "aborted by user after 2.5s", isError: false, cutOff: true }],
  ],
  [
    "a compaction",
    {
      type: "compacted",
      payload: {
        message: "Another language model started to solve this problem:\nSo far.",
        replacement_history: [],
      },
    },
    [{ type: "compaction", trigger: null, summary: "So far." }],
  ],
  [
    "a failed turn",
    note({ type: "task_complete", error: { message: "limit", codex_error_info: "usage_limit_exceeded" } }),
    [{ type: "error", message: "limit" }],
  ],
  [
    "a stopped turn",
    note({ type: "turn_aborted", reason: "interrupted" }),
    [{ type: "notice", text: "The turn was stopped: interrupted" }],
  ],
];

describe("a rollout line", () => {
  it.each(rendered)("is rendered: %s", (_name, line, expected) => {
    expect(codexTranscript.events(line)).toEqual(expected);
    expect(codexTranscript.keeps(line)).toBe(true);
  });

  const shownElsewhere: [string, unknown, string][] = [
    ["token use", { type: "token_usage_record", payload: { response_id: "r" } }, "token_usage_record"],
    ["a token count", note({ type: "token_count", info: null }), "token_count"],
    ["a plain command's item", done({ type: "CommandExecution", id: "call_1" }), "CommandExecution"],
    ["a quiet end", note({ type: "task_complete", last_agent_message: "end" }), "task_complete"],
    [
      "an MCP result's copy for the model",
      output("c2", [
        { type: "input_text", text: "Wall time: 0.0021 seconds\nOutput:" },
        { type: "input_text", text: "it failed" },
      ]),
      "function_call_output",
    ],
    [
      "a compaction's own answer",
      item({ type: "message", role: "assistant", content: [] }, { compaction_output: true }),
      "message",
    ],
    ["a type of a later version", { type: "novelty", payload: { a: 1 } }, "novelty"],
    ["something without a type", ["?"], "unknown"],
  ];
  it.each(shownElsewhere)("stays one system entry: %s", (_name, line, subtype) => {
    expect(codexTranscript.events(line)).toMatchObject([{ type: "system", subtype }]);
    expect(codexTranscript.keeps(line)).toBe(true);
  });

  it.each(["UserMessage", "AgentMessage", "Reasoning"])("is dropped if it duplicates another: %s", (type) => {
    expect(codexTranscript.keeps(done({ type, id: "x" }))).toBe(false);
  });
});

it("distinguishes the awaited prompt from notices and other prompts", () => {
  expect(codexTranscript.isPrompt(prompt, " look at this\n")).toBe(true);
  expect(codexTranscript.isPrompt(prompt, "something else")).toBe(false);
  expect(codexTranscript.isPrompt(message("user", ["look at this"], "harness"), "look at this")).toBe(false);
  expect(codexTranscript.isPrompt(message("assistant", ["look at this"]), "look at this")).toBe(false);
  expect(codexTranscript.isPrompt(output("c", "look at this"), "look at this")).toBe(false);
});

describe("tokens", () => {
  it("are those of the last response", () => {
    const record = { type: "token_usage_record", payload: { usage: { input_tokens: 40, total_tokens: 50 } } };
    expect(codexTranscript.tokens?.(record)).toBe(50);
    expect(codexTranscript.tokens?.({ type: "token_usage_record" })).toBe(null);
    expect(codexTranscript.tokens?.({ type: "event_msg", payload: { usage: { total_tokens: 1 } } })).toBe(
      null,
    );
  });
});

const png = { type: "input_image", image_url: "data:image/png;base64,iVBO" };
const mcp = done({
  type: "McpToolCall",
  id: "call_1",
  server: "s",
  tool: "t",
  status: "completed",
  result: {
    content: [
      { type: "text", text: "shot" },
      { type: "image", data: "AA==", mimeType: "image/png" },
    ],
  },
});

it.each<[string, unknown, string[]]>([
  ["a prompt", prompt, ["iVBO"]],
  ["a tool's output", output("c", [{ type: "input_text", text: "seen" }, png]), ["iVBO"]],
  ["an MCP result", mcp, ["AA=="]],
  ["a plain output", output("c", "text"), []],
])("returns the pictures of %s", (_title, line, data) => {
  expect(codexTranscript.images?.(line)).toEqual(data);
  const counted = codexTranscript.events(line).map((event) => ("images" in event ? (event.images ?? 0) : 0));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(data.length);
});

it("leaves the bytes of a picture out of the result of an MCP tool", () => {
  expect(codexTranscript.events(mcp)).toEqual([
    { type: "tool_result", callId: "call_1", text: "shot", isError: false, images: 1 },
  ]);
});
