import { describe, expect, it } from "vitest";
import type { OfferedTool, Turn } from "./conversation.ts";
import { parseScript, type Step } from "./script.ts";
import { needsSearch, toolCall } from "./tool-calls.ts";

const claude = [
  named("Bash"),
  named("Write", "file_path", "content"),
  named("Read", "file_path"),
  named("Agent"),
];
const pi = [named("bash", "command"), named("write", "path", "content"), named("read", "path")];
const codex: OfferedTool[] = [{ name: "exec_command" }, { name: "apply_patch", type: "custom" }];
const codeMode: OfferedTool[] = [{ name: "exec", type: "custom" }];
const searching: OfferedTool[] = [...codex, { name: "tool_search", type: "tool_search" }];

function named(name: string, ...properties: string[]): OfferedTool {
  return { name, schema: { properties: Object.fromEntries(properties.map((property) => [property, {}])) } };
}

function step(line: string): Step {
  const first = parseScript(`#script ${line}`)[0]?.[0];
  if (!first) throw new Error("no step");
  return first;
}

function call(line: string, tools: readonly OfferedTool[], turns: readonly Turn[] = []) {
  return toolCall(step(line), { turns, tools, searched: false });
}

describe("toolCall", () => {
  it.each([
    ["claude", claude, { name: "Write", input: { file_path: "a", content: "x\n" } }],
    ["pi", pi, { name: "write", input: { path: "a", content: "x\n" } }],
  ])("writes a file with %s's own tool", (_cli, tools, expected) => {
    expect(call("write_file path=a text=x", tools)).toMatchObject({ kind: "function", ...expected });
  });

  it("writes a file with codex's patch", () => {
    expect(call("write_file path=a text=x\\ny", codex)).toMatchObject({
      kind: "custom",
      name: "apply_patch",
      raw: "*** Begin Patch\n*** Add File: a\n+x\n+y\n*** End Patch",
    });
  });

  it("writes a file with the shell, quoted, if there is no other tool", () => {
    expect(call("write_file path=a text=it's", [named("exec_command")])).toMatchObject({
      input: { cmd: expect.stringContaining("printf %s 'it'\\''s\n' > 'a'") },
    });
  });

  it.each([
    [claude, { command: "ls", description: "scripted command" }],
    [pi, { command: "ls" }],
    [codex, { cmd: "ls" }],
  ])("runs a command with the shell tool at hand", (tools, input) => {
    expect(call("bash cmd=ls", tools)).toMatchObject({ input });
  });

  it("wraps a call in JavaScript for a code-mode model", () => {
    expect(call("bash cmd=ls", codeMode)).toEqual({
      kind: "custom",
      name: "exec",
      raw: 'const r = await tools.exec_command({"cmd":"ls"});\ntext(r);\n',
    });
  });

  it("starts a subagent with the client's tool", () => {
    expect(call("task agent=helper background=false prompt=go", claude)).toMatchObject({
      input: {
        description: "scripted task",
        prompt: "go",
        subagent_type: "helper",
        run_in_background: false,
      },
    });
    const spawn = named("spawn_agent", "message", "task_name");
    expect(call('task description="My Task" prompt=go', [spawn])).toMatchObject({
      input: { message: "go", task_name: "my_task" },
    });
  });

  it("finds an MCP tool by namespace, by full name, and by suffix", () => {
    const line = 'mcp server=echo tool=say args={"a":1}';
    const namespaced = { name: "say", namespace: "mcp__echo" };
    expect(call(line, [namespaced])).toMatchObject({ ...namespaced, input: { a: 1 } });
    expect(call(line, [named("mcp__echo__say")])).toMatchObject({ name: "mcp__echo__say" });
    expect(call("mcp tool=say", [named("mcp__other__say")])).toMatchObject({ name: "mcp__other__say" });
  });

  it("searches for a tool that codex defers, and only once", () => {
    const hidden = step("mcp server=echo tool=say");
    expect(needsSearch(hidden, { turns: [], tools: searching, searched: false })).toBe(true);
    expect(needsSearch(hidden, { turns: [], tools: searching, searched: true })).toBe(false);
  });

  it("fills an argument from the newest tool result that matches", () => {
    const turns: Turn[] = ["id=1", "id=2", "none"].map((text) => ({ role: "tool", texts: [text] }));
    const line = 'tool name=Stop args={"id":"{{last:id=(\\d)}}"}';
    expect(call(line, [named("Stop")], turns)).toMatchObject({ name: "Stop", input: { id: "2" } });
  });

  it("returns null if the client has no such tool", () => {
    expect(call("bash cmd=ls", [])).toBeNull();
    expect(call("task prompt=go", codeMode)).toBeNull();
  });
});
