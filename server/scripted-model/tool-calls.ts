import { type Conversation, type OfferedTool, turnText } from "./conversation.ts";
import { isToolOp, type Step } from "./script.ts";

/** A call in the client's own words. `search` asks codex to bring a hidden tool into sight. */
export type ToolCall =
  | { kind: "function"; name: string; namespace?: string | undefined; input: Record<string, unknown> }
  | { kind: "custom"; name: string; namespace?: string | undefined; raw: string }
  | { kind: "search"; query: string };

/** Null when the client offers nothing that could do the step. */
export function toolCall(step: Step, conversation: Conversation): ToolCall | null {
  return codeModeCall(step, conversation) ?? plainCall(step, conversation);
}

/** True while the client keeps the step's tool out of sight. */
export function needsSearch(step: Step, conversation: Conversation): boolean {
  return isToolOp(step.op) && toolCall(step, conversation)?.kind === "search";
}

/** Codex's code-mode models have one tool, `exec`, that runs JavaScript with the real ones on `tools`. */
function codeModeCall(step: Step, conversation: Conversation): ToolCall | null {
  const { tools } = conversation;
  const exec = tools.find((tool) => tool.name === "exec" && tool.type === "custom");
  if (!exec || tools.some((tool) => isDirect(step, tool))) return null;
  const inside = [{ name: "exec_command" }, { name: "apply_patch", type: "custom" }];
  const call = plainCall(step, { ...conversation, tools: inside });
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

function plainCall(step: Step, conversation: Conversation): ToolCall | null {
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
      return functionCall(pick(tools, [step.args["name"] ?? ""]) ?? { name: step.args["name"] ?? "" }, {
        ...givenInput(step, conversation),
      });
    default:
      return null;
  }
}

function shellCall(tools: readonly OfferedTool[], command: string): ToolCall | null {
  const names = ["Bash", "bash", "exec_command", "shell_command", "shell", "local_shell", "container.exec"];
  const tool = pick(tools, names);
  if (!tool) return null;
  if (tool.name === "Bash") return functionCall(tool, { command, description: "scripted command" });
  const key = tool.name === "exec_command" ? "cmd" : property(tool, ["command", "cmd"]);
  const wantsList = tool.schema?.properties?.[key]?.type === "array";
  return functionCall(tool, { [key]: wantsList ? ["bash", "-lc", command] : command });
}

function writeCall(tools: readonly OfferedTool[], path: string, text: string): ToolCall | null {
  const tool = pick(tools, ["Write", "write", "write_file", "create_file"]);
  if (tool) {
    return functionCall(tool, {
      [property(tool, ["file_path", "path"])]: path,
      [property(tool, ["content", "text"])]: text,
    });
  }
  const patch = pick(tools, ["apply_patch"]);
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
  return functionCall(tool, { [property(tool, ["input", "patch"])]: raw });
}

function readCall(tools: readonly OfferedTool[], path: string): ToolCall | null {
  const tool = pick(tools, ["Read", "read", "read_file"]);
  if (tool) return functionCall(tool, { [property(tool, ["file_path", "path"])]: path });
  return shellCall(tools, `cat ${shellQuote(path)}`);
}

function taskCall(step: Step, conversation: Conversation): ToolCall | null {
  const tool = pick(conversation.tools, ["Task", "Agent", "spawn_agent"]);
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
    [property(tool, ["message", "prompt"])]: prompt,
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
  return functionCall(tool ?? unseen, givenInput(step, conversation));
}

/** Codex defers tools behind its search; the step is redone once the search has been answered. */
function canSearch({ tools, searched }: Conversation): boolean {
  return !searched && tools.some((tool) => tool.type === "tool_search");
}

/** `args` as JSON, where `{{last:REGEX}}` is cut out of the newest tool result that matches. */
function givenInput(step: Step, { turns }: Conversation): Record<string, unknown> {
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

function pick(tools: readonly OfferedTool[], names: readonly string[]): OfferedTool | undefined {
  return names.map((name) => tools.find((tool) => tool.name === name)).find((tool) => tool !== undefined);
}

/** The first of `names` that the tool takes; the first of all when it says nothing. */
function property(tool: OfferedTool, names: readonly [string, ...string[]]): string {
  const known = tool.schema?.properties ?? {};
  return names.find((name) => name in known) ?? names[0];
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
