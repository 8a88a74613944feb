import { expect, it } from "vitest";
import type { ActivityStep } from "./activity-rules.ts";
import { activitySteps as claudeSteps } from "./claude-code/activity.ts";
import { activitySteps as codexSteps } from "./codex/activity.ts";
import { activitySteps as piSteps } from "./pi/activity.ts";

/** A step in few words: `> thinking`, `call_1: running npm test`, `call_1 done`. */
function inWords(step: ActivityStep): string {
  switch (step.step) {
    case "result":
      return `${step.callId} done`;
    case "output":
      return `${step.callId} ${step.isMore ? "prints" : "printed"} ${step.text}`;
    case "task":
      return `${step.callId} is ${step.taskId}`;
    case "background":
      return `background ${step.tasks.map(({ taskId, description }) => `${taskId} ${description}`).join()}`;
    case "answered":
      return "answered";
    case "model":
    case "call":
  }
  const { kind, subject } = step.act;
  const what = subject === null ? kind : `${kind} ${subject}`;
  return step.step === "model" ? `> ${what}` : `${step.callId}: ${what}`;
}

const claudeCall = (name: string, input: object) => ({
  type: "assistant",
  message: {
    content: [
      { type: "text", text: "Now." },
      { type: "tool_use", id: "call_1", name, input },
    ],
  },
});
const claudeBlock = (content_block: object) => ({
  type: "stream_event",
  event: { type: "content_block_start", content_block },
});

it.each<[string, object, string[]]>([
  [
    "what the CLI calls a command",
    { type: "system", subtype: "task_started", task_id: "b4", tool_use_id: "call_1", is_backgrounded: true },
    ["call_1 is b4"],
  ],
  [
    "what is in the background",
    {
      type: "system",
      subtype: "background_tasks_changed",
      tasks: [{ task_id: "b4", task_type: "local_bash", description: "Waits" }],
    },
    ["background b4 Waits"],
  ],
  ["an answer", { type: "result" }, ["answered"]],
  ["a request", { type: "stream_event", event: { type: "message_start" } }, ["> thinking"]],
  ["thoughts", claudeBlock({ type: "thinking" }), ["> thinking"]],
  ["an answer", claudeBlock({ type: "text" }), ["> writing"]],
  ["a piece of an answer", { type: "stream_event", event: { type: "content_block_delta" } }, []],
  ["a call as it is written", claudeBlock({ type: "tool_use", id: "x", name: "Write" }), ["> editing"]],
  ["a command", claudeCall("Bash", { command: "npm test" }), ["call_1: running npm test"]],
  [
    "a command in a folder",
    claudeCall("Bash", { command: "cd '/a b' && npm test" }),
    ["call_1: running npm test"],
  ],
  ["an edit", claudeCall("Edit", { file_path: "/c/main.ts" }), ["call_1: editing /c/main.ts"]],
  [
    "a new file",
    claudeCall("Write", { file_path: "/c/new.ts", content: "x" }),
    ["call_1: editing /c/new.ts"],
  ],
  ["a file", claudeCall("Read", { file_path: "/c/main.ts" }), ["call_1: reading /c/main.ts"]],
  ["a search", claudeCall("Grep", { pattern: "TODO" }), ["call_1: searching TODO"]],
  ["the web", claudeCall("WebFetch", { url: "https://a.example" }), ["call_1: fetching https://a.example"]],
  ["a subagent", claudeCall("Agent", { description: "Look around" }), ["call_1: delegating Look around"]],
  ["an MCP tool", claudeCall("mcp__tracker__create_issue", {}), ["call_1: calling tracker: create_issue"]],
  ["another tool", claudeCall("TodoWrite", { todos: [] }), ["call_1: calling TodoWrite"]],
  ["a command without words", claudeCall("Bash", { command: 7 }), ["call_1: running"]],
  [
    "a result",
    { type: "user", message: { content: [{ type: "tool_result", tool_use_id: "call_1" }] } },
    ["call_1 done"],
  ],
  ["a prompt", { type: "user", message: { content: "Do it" } }, []],
  ["what a subagent does", { ...claudeCall("Bash", { command: "ls" }), parent_tool_use_id: "call_9" }, []],
  ["a compaction", { type: "system", subtype: "status", status: "compacting" }, ["> compacting"]],
  ["an odd line", { type: "assistant", message: 3 }, []],
])("Claude Code: %s", (_what, line, expected) => {
  expect(claudeSteps({ ...line }).map(inWords)).toEqual(expected);
});

it.each<[string, string, object, string[]]>([
  ["a turn", "turn/started", {}, ["> thinking"]],
  ["thoughts", "item/started", { type: "reasoning", id: "i" }, ["> thinking"]],
  ["an answer", "item/started", { type: "agentMessage", id: "i" }, ["> writing"]],
  [
    "a command",
    "item/started",
    { type: "commandExecution", id: "i", command: "/bin/bash -lc 'npm test'" },
    ["i: running npm test"],
  ],
  ["its result", "item/completed", { type: "commandExecution", id: "i", command: "ls" }, ["i done"]],
  [
    "an edit",
    "item/started",
    { type: "fileChange", id: "i", changes: [{ path: "/c/main.ts" }] },
    ["i: editing /c/main.ts"],
  ],
  [
    "an MCP tool",
    "item/started",
    { type: "mcpToolCall", id: "i", server: "a", tool: "b" },
    ["i: calling a: b"],
  ],
  ["a search", "item/started", { type: "webSearch", id: "i", query: "tides" }, ["i: searching tides"]],
  ["a search without words", "item/started", { type: "webSearch", id: "i", query: "" }, ["i: searching"]],
  ["a compaction", "item/started", { type: "contextCompaction", id: "i" }, ["> compacting"]],
  ["a finished answer", "item/completed", { type: "agentMessage", id: "i" }, []],
  ["a prompt", "item/started", { type: "userMessage", id: "i" }, []],
  ["an edit without a path", "item/started", { type: "fileChange", id: "i", changes: "?" }, ["i: editing"]],
])("Codex: %s", (_what, method, item, expected) => {
  expect(codexSteps(method, { item }).map(inWords)).toEqual(expected);
});

it("Codex: what a command prints", () => {
  const params = { threadId: "x", itemId: "i", delta: "line 1" };
  expect(codexSteps("item/commandExecution/outputDelta", params).map(inWords)).toEqual(["i prints line 1"]);
});

const piUpdate = (assistantMessageEvent: object) => ({ type: "message_update", assistantMessageEvent });
const piCall = (toolName: string, args: object) => ({
  type: "tool_execution_start",
  toolCallId: "t",
  toolName,
  args,
});

it.each<[string, object, string[]]>([
  ["a turn", { type: "turn_start" }, ["> thinking"]],
  ["thoughts", piUpdate({ type: "thinking_start" }), ["> thinking"]],
  ["an answer", piUpdate({ type: "text_start" }), ["> writing"]],
  ["a piece of an answer", piUpdate({ type: "text_delta", delta: "a" }), []],
  ["a call as it is written", piUpdate({ type: "toolcall_start", toolName: "write" }), ["> editing"]],
  ["a command", piCall("bash", { command: "npm test\necho done" }), ["t: running npm test\necho done"]],
  ["an edit", piCall("edit", { path: "main.ts" }), ["t: editing main.ts"]],
  ["a file", piCall("read", { path: "main.ts" }), ["t: reading main.ts"]],
  ["an MCP tool", piCall("mcp__a__b", {}), ["t: calling a: b"]],
  ["a result", { type: "tool_execution_end", toolCallId: "t" }, ["t done"]],
  [
    "what a command printed",
    {
      type: "tool_execution_update",
      toolCallId: "t",
      partialResult: { content: [{ type: "text", text: "line 1" }] },
    },
    ["t printed line 1"],
  ],
  ["a compaction", { type: "compaction_start" }, ["> compacting"]],
  ["an odd event", { type: "message_update" }, []],
])("pi: %s", (_what, message, expected) => {
  expect(piSteps({ ...message }).map(inWords)).toEqual(expected);
});
