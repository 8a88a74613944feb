import { type Conversation, type OfferedTool, turnText } from "./conversation.ts";
import { isToolOp, type Step } from "./script.ts";

/** A tool call for the client. `search` asks codex to reveal a deferred tool. */
export type ToolCall =
  | { kind: "function"; name: string; namespace?: string | undefined; input: Record<string, unknown> }
  | { kind: "custom"; name: string; namespace?: string | undefined; raw: string }
  | { kind: "search"; query: string };

/** Returns null if the client has no tool for the step. */
export function toolCall(step: Step, conversation: Conversation): ToolCall | null {
  return codeModeCall(step, conversation) ?? directCall(step, conversation);
}

/** Whether the client still defers the step's tool. */
export function needsSearch(step: Step, conversation: Conversation): boolean {
  return isToolOp(step.op) && toolCall(step, conversation)?.kind === "search";
}

/** Codex's code-mode models have a single tool, `exec`, which runs JavaScript with the other tools on `tools`. */
function codeModeCall(step: Step, conversation: Conversation): ToolCall | null {
  const { tools } = conversation;
  const exec = tools.find((tool) => tool.name === "exec" && tool.type === "custom");
  if (!exec || tools.some((tool) => isDirect(step, tool))) return null;
  const inside = [{ name: "exec_command" }, { name: "apply_patch", type: "custom" }];
  const call = directCall(step, { ...conversation, tools: inside });
  if (call === null || call.kind === "search") return null;
  const callee = /^[\w$]+$/.test(call.name) ? `tools.${call.name}` : `tools[${JSON.stringify(call.name)}]`;
  const argument = JSON.stringify(call.kind === "custom" ? call.raw : call.input);
  return { kind: "custom", name: exec.name, raw: `const r = await ${callee}(${argument});\ntext(r);\n` };
}

function isDirect(step: Step, tool: OfferedTool): boolean {
  if (tool.name === "exec_command") return true;
  if (step.op === "tool") return tool.name === step.args["name"];
  return step.op === "task" && tool.name === "spawn_agent";
}

function directCall(step: Step, conversation: Conversation): ToolCall | null {
  const { tools } = conversation;
  switch (step.op) {
    case "bash":
      return shellCall(tools, step.args["cmd"] ?? step.text);
    case "write_file":
      return writeCall(tools, step.args["path"] ?? "", `${step.args["text"] ?? ""}\n`);
    case "read_file":
      return readCall(tools, step.args["path"] ?? "");
    case "task":
      return taskCall(step, conversation);
    case "mcp":
      return mcpCall(step, conversation);
    case "tool":
      return functionCall(findTool(tools, [step.args["name"] ?? ""]) ?? { name: step.args["name"] ?? "" }, {
        ...scriptedInput(step, conversation),
      });
    default:
      return null;
  }
}

function shellCall(tools: readonly OfferedTool[], command: string): ToolCall | null {
  const names = ["Bash", "bash", "exec_command", "shell_command", "shell", "local_shell", "container.exec"];
  const tool = findTool(tools, names);
  if (!tool) return null;
  if (tool.name === "Bash") return functionCall(tool, { command, description: "scripted command" });
  const key = tool.name === "exec_command" ? "cmd" : propertyName(tool, ["command", "cmd"]);
  const wantsList = tool.schema?.properties?.[key]?.type === "array";
  return functionCall(tool, { [key]: wantsList ? ["bash", "-lc", command] : command });
}

function writeCall(tools: readonly OfferedTool[], path: string, text: string): ToolCall | null {
  const tool = findTool(tools, ["Write", "write", "write_file", "create_file"]);
  if (tool) {
    return functionCall(tool, {
      [propertyName(tool, ["file_path", "path"])]: path,
      [propertyName(tool, ["content", "text"])]: text,
    });
  }
  const patch = findTool(tools, ["apply_patch"]);
  if (patch) return patchCall(patch, path, text);
  const target = shellQuote(path);
  return shellCall(tools, `mkdir -p "$(dirname ${target})" && printf %s ${shellQuote(text)} > ${target}`);
}

function patchCall(tool: OfferedTool, path: string, text: string): ToolCall {
  const lines = text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `+${line}`);
  const raw = ["*** Begin Patch", `*** Add File: ${path}`, ...lines, "*** End Patch"].join("\n");
  if (tool.type === "custom") return { kind: "custom", name: tool.name, namespace: tool.namespace, raw };
  return functionCall(tool, { [propertyName(tool, ["input", "patch"])]: raw });
}

function readCall(tools: readonly OfferedTool[], path: string): ToolCall | null {
  const tool = findTool(tools, ["Read", "read", "read_file"]);
  if (tool) return functionCall(tool, { [propertyName(tool, ["file_path", "path"])]: path });
  return shellCall(tools, `cat ${shellQuote(path)}`);
}

function taskCall(step: Step, conversation: Conversation): ToolCall | null {
  const tool = findTool(conversation.tools, ["Task", "Agent", "spawn_agent"]);
  if (!tool) return canSearch(conversation) ? { kind: "search", query: "spawn_agent spawn sub-agent" } : null;
  const { prompt = "", description = "scripted task", agent, background } = step.args;
  if (tool.name !== "spawn_agent") {
    return functionCall(tool, {
      description,
      prompt,
      subagent_type: agent ?? "general-purpose",
      ...(background !== undefined && { run_in_background: background === "true" }),
    });
  }
  const named = "task_name" in (tool.schema?.properties ?? {});
  return functionCall(tool, {
    [propertyName(tool, ["message", "prompt"])]: prompt,
    ...(named && { task_name: description.toLowerCase().replace(/\W+/g, "_") }),
    ...(agent !== undefined && { agent_type: agent }),
  });
}

function mcpCall(step: Step, conversation: Conversation): ToolCall {
  const { tool: name = "", server = "" } = step.args;
  const { tools } = conversation;
  const tool =
    tools.find((offered) => offered.namespace?.includes(server) && offered.name === name) ??
    tools.find((offered) => server !== "" && offered.name === `mcp__${server}__${name}`) ??
    tools.find((offered) => offered.name.startsWith("mcp__") && offered.name.endsWith(`__${name}`)) ??
    tools.find((offered) => offered.name === name);
  if (!tool && canSearch(conversation)) return { kind: "search", query: `${server} ${name}`.trim() };
  const unseen = { name: server ? `mcp__${server}__${name}` : name };
  return functionCall(tool ?? unseen, scriptedInput(step, conversation));
}

/** Codex defers tools behind a search; the step is repeated after the search was answered. */
function canSearch({ tools, searched }: Conversation): boolean {
  return !searched && tools.some((tool) => tool.type === "tool_search");
}

/** `args` as JSON, with `{{last:REGEX}}` replaced by the match in the newest tool result that has one. */
function scriptedInput(step: Step, { turns }: Conversation): Record<string, unknown> {
  const results = turns
    .filter((turn) => turn.role === "tool")
    .map(turnText)
    .reverse();
  const filled = (step.args["args"] ?? "{}").replace(/\{\{last:(.+?)\}\}/g, (_whole, pattern: string) => {
    const match = results.map((text) => new RegExp(pattern).exec(text)).find((found) => found !== null);
    return match?.[1] ?? match?.[0] ?? "";
  });
  return JSON.parse(filled);
}

function functionCall(tool: OfferedTool, input: Record<string, unknown>): ToolCall {
  return { kind: "function", name: tool.name, namespace: tool.namespace, input };
}

function findTool(tools: readonly OfferedTool[], names: readonly string[]): OfferedTool | undefined {
  return names.map((name) => tools.find((tool) => tool.name === name)).find((tool) => tool !== undefined);
}

/** The first of `names` in the tool's schema, or else the first. */
function propertyName(tool: OfferedTool, names: readonly [string, ...string[]]): string {
  const known = tool.schema?.properties ?? {};
  return names.find((name) => name in known) ?? names[0];
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
