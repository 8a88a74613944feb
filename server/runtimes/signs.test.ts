import { expect, it } from "vitest";
import { signOf as ofClaude } from "./claude-code/signs.ts";
import { signOf as ofCodex } from "./codex/signs.ts";
import { signOf as ofPi } from "./pi/signs.ts";

const blocks = (type: string, ...content: object[]) => ({ type, message: { content } });
const item = (method: string, type: string) => ({ method, params: { item: { id: "i", type } } });

it.each([
  [
    "a tool call",
    blocks("assistant", { type: "text", text: "x" }, { type: "tool_use", id: "a" }),
    { begun: ["a"] },
  ],
  ["its result", blocks("user", { type: "tool_result", tool_use_id: "a" }), { ended: ["a"] }],
  ["a prompt", { type: "user", message: { content: "Hello" } }, { ended: [] }],
  ["the end of the turn", { type: "result" }, { ended: "all" }],
  [
    "background work",
    { type: "system", subtype: "background_tasks_changed", tasks: [{}] },
    { background: 1 },
  ],
  ["its end", { type: "system", subtype: "background_tasks_changed", tasks: [] }, { background: 0 }],
  ["anything else", { type: "stream_event" }, {}],
])("reads %s of Claude Code", (_title, line, sign) => expect(ofClaude(line)).toEqual(sign));

it.each([
  ["a command", item("item/started", "commandExecution"), { begun: ["i"] }],
  ["its end", item("item/completed", "commandExecution"), { ended: ["i"] }],
  ["a thought", item("item/started", "reasoning"), {}],
  ["the end of the turn", { method: "turn/completed", params: {} }, { ended: "all" }],
  ["an answer", { id: 1, result: {} }, {}],
])("reads %s of Codex", (_title, message, sign) => expect(ofCodex(message)).toEqual(sign));

it.each([
  ["a tool call", { type: "tool_execution_start", toolCallId: "t" }, { begun: ["t"] }],
  ["its end", { type: "tool_execution_end", toolCallId: "t" }, { ended: ["t"] }],
  ["the end of the turn", { type: "agent_end" }, { ended: "all" }],
  ["a delta", { type: "message_update" }, {}],
])("reads %s of pi", (_title, message, sign) => expect(ofPi(message)).toEqual(sign));
