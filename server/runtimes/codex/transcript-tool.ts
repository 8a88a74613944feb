import { asList, asNumber, asObject, asText, type Json } from "../json.ts";
import { appsIn, type McpApp } from "../mcp-app.ts";
import type { TimelineEvent } from "../timeline.ts";
import { imagesIn } from "./transcript-images.ts";
import { onlyCall } from "./transcript-script.ts";

/** The head of what goes back to the model for an MCP call; the same result is in an `event_msg` line. */
const mcpResultHead = /^Wall time: [\d.]+ seconds\nOutput:$/;
const exitLine = /^(?:Process exited with|Exit) code:? (\d+)$/m;
/** How the CLI answers calls it did not carry out. */
const refusal =
  /^(unsupported call|failed to parse|apply_patch verification failed|unable to|exec_command failed|execution error|Script (failed|error|terminated))/i;
const givenUp = /^aborted by user/i;
/** The head of what a script returned, before what it printed. */
const scriptHead = /^Script (?:completed|running)[^\n]*\nWall time [\d.]+ seconds\nOutput:\n?$/;
/** The exit code that the CLI gives a command whose process it ended. */
const endedCode = -1;
/** What the CLI says instead of an output if no process was made; the code is the same as of one that it ended. */
const notStarted = /^(?:execution error:|exec_command failed|failed to create unified exec process)/im;

/** Calls and results as the model made and saw them. */
export function toolEvents(payload: Json): TimelineEvent[] {
  const callId = asText(payload["call_id"]) ?? asText(payload["id"]) ?? "";
  switch (payload["type"]) {
    case "function_call":
      return functionCall(callId, payload);
    case "custom_tool_call":
      return [customCall(callId, payload)];
    case "local_shell_call":
      return [{ type: "tool_call", callId, name: "local_shell", input: payload["action"] }];
    case "web_search_call":
      return [{ type: "tool_call", callId, name: "web_search", input: payload["action"] }];
    case "tool_search_call":
      return [{ type: "tool_call", callId, name: "tool_search", input: payload["arguments"] }];
    case "tool_search_output": {
      const names = asList(payload["tools"]).map((tool) => asText(asObject(tool)["name"]) ?? "?");
      return [{ type: "tool_result", callId, text: names.join("\n"), isError: false }];
    }
    case "function_call_output":
    case "custom_tool_call_output":
      return callOutput(callId, payload["output"]);
    default:
      return [];
  }
}

/**
 * MCP results, and whole calls that a code-mode script made: these have ids of their own (`exec-...`) that no
 * `response_item` line names. `startedAt` is in epoch ms, if it is known.
 */
export function nestedToolEvents(item: Json, startedAt: number | null): TimelineEvent[] {
  const callId = asText(item["id"]) ?? "";
  const isNested = callId.startsWith("exec-");
  const call = (name: string, input: unknown): TimelineEvent => ({
    type: "tool_call",
    callId,
    name,
    input,
    inScript: { startedAt: startedAt === null ? null : new Date(startedAt).toISOString() },
  });
  switch (item["type"]) {
    case "McpToolCall": {
      const result = mcpResult(callId, item);
      const name = `mcp__${asText(item["server"])}__${asText(item["tool"])}`;
      return isNested ? [call(name, item["arguments"]), result] : [result];
    }
    case "CommandExecution":
      return isNested ? [call("exec_command", { cmd: commandOf(item) }), commandResult(callId, item)] : [];
    case "FileChange":
      return isNested ? [call("apply_patch", patchOf(item)), changeResult(callId, item)] : [];
    default:
      return [];
  }
}

/** A script is shown as the one call that it makes, if its text says which. */
function customCall(callId: string, payload: Json): TimelineEvent {
  const name = toolName(payload);
  const input = payload["input"];
  if (name !== "exec") return { type: "tool_call", callId, name, input };
  const only = typeof input === "string" ? onlyCall(input) : null;
  if (only === null) return { type: "tool_call", callId, name, input, script: "script" };
  return { type: "tool_call", callId, ...only, script: "only_call" };
}

function functionCall(callId: string, payload: Json): TimelineEvent[] {
  const name = toolName(payload);
  const input = parsed(asText(payload["arguments"]) ?? "");
  const call: TimelineEvent = { type: "tool_call", callId, name, input };
  if (name !== "spawn_agent") return [call];
  const task = asObject(input);
  const agent = asText(task["agent_type"]) ?? asText(task["task_name"]) ?? "agent";
  return [call, { type: "subagent", callId, agent, description: asText(task["message"]) ?? "" }];
}

/** MCP tools keep their namespace, as other CLIs show them; the CLI's own do not need theirs. */
function toolName(payload: Json): string {
  const name = asText(payload["name"]) ?? "?";
  const namespace = asText(payload["namespace"]) ?? "";
  return namespace.startsWith("mcp__") ? `${namespace}__${name}` : name;
}

function callOutput(callId: string, output: unknown): TimelineEvent[] {
  const texts = outputTexts(output);
  if (Array.isArray(output) && mcpResultHead.test(texts[0] ?? "")) return [];
  const scripted = scriptedResult(callId, texts);
  if (scripted) return [{ ...scripted, ...countOf(output) }];
  const text = texts.join("\n");
  const exitCode = exitCodeIn(text);
  return [
    {
      type: "tool_result",
      callId,
      text,
      isError: isFailure(exitCode, { text, output }),
      ...(exitCode !== null && exitCode !== 0 && { exitCode }),
      ...(givenUp.test(text) && { cutOff: true as const }),
      ...countOf(output),
    },
  ];
}

/** What a script printed, if that is nothing but the result of a command. */
function scriptedResult(callId: string, [head = "", printed = "", ...more]: readonly string[]) {
  if (!scriptHead.test(head) || more.length > 0) return null;
  const result = asObject(parsed(printed));
  const output = asText(result["output"]);
  if (output === null || asText(result["chunk_id"]) === null) return null;
  const handle = asNumber(result["session_id"]);
  const code = asNumber(result["exit_code"]);
  if (code === null && handle !== null) {
    const text = [output.trimEnd(), `Process running with session ID ${handle}`].filter(Boolean).join("\n");
    return { type: "tool_result", callId, text, isError: false, runsOn: true } as const;
  }
  return { type: "tool_result", callId, text: output, ...ending(code) } as const;
}

/** How a command ended. */
function ending(code: number | null): { isError: boolean; exitCode?: number; cutOff?: true } {
  if (code === null || code === 0) return { isError: false };
  return code === endedCode ? { isError: false, cutOff: true } : { isError: true, exitCode: code };
}

function countOf(parts: unknown): { images?: number } {
  const images = imagesIn(parts).length;
  return images > 0 ? { images } : {};
}

/** In the CLI's own head, which ends at `Output:`; what the command printed after it is not asked. */
function exitCodeIn(text: string): number | null {
  const code = exitLine.exec(headOf(text))?.[1];
  return code === undefined
    ? asNumber(asObject(asObject(parsed(text))["metadata"])["exit_code"])
    : Number(code);
}

const headOf = (text: string): string => text.split(/^Output:/m, 1)[0] ?? "";

function isFailure(exitCode: number | null, { text, output }: { text: string; output: unknown }): boolean {
  if (exitCode !== null) return exitCode !== 0;
  return asObject(output)["success"] === false || refusal.test(headOf(text));
}

/** Older versions wrap the text in an object; tools with images give a list of parts. */
function outputTexts(output: unknown): readonly string[] {
  if (typeof output === "string") return [output];
  if (Array.isArray(output)) return output.flatMap((part) => asText(asObject(part)["text"]) ?? []);
  return [asText(asObject(output)["content"]) ?? JSON.stringify(output ?? "")];
}

function mcpResult(callId: string, item: Json): TimelineEvent {
  const result = asObject(item["result"]);
  const texts = asList(result["content"]).flatMap((part) => {
    const isImage = imagesIn([part]).length > 0;
    return isImage ? [] : [asText(asObject(part)["text"]) ?? JSON.stringify(part)];
  });
  const error = asText(item["error"]) ?? asText(asObject(item["error"])["message"]);
  const isError = hasFailed(item);
  const apps = appsOf(item).length;
  return {
    type: "tool_result",
    callId,
    text: texts.join("\n") || (error ?? ""),
    isError,
    ...countOf(result["content"]),
    ...(apps > 0 && { apps }),
  };
}

/** The MCP apps of a call that did not fail. */
const appsOf = (item: Json): McpApp[] =>
  item["type"] === "McpToolCall" && !hasFailed(item)
    ? appsIn(asList(asObject(item["result"])["content"]))
    : [];

export const lineApps = (entry: Json): McpApp[] => appsOf(asObject(asObject(entry["payload"])["item"]));

const hasFailed = (item: Json): boolean =>
  item["status"] === "failed" || asObject(item["result"])["isError"] === true;

function commandOf(item: Json): string {
  const words = asList(item["command"]).map((word) => asText(word) ?? "");
  const isShell = words.length === 3 && /^-l?c$/.test(words[1] ?? "");
  return isShell ? (words[2] ?? "") : words.join(" ");
}

function commandResult(callId: string, item: Json): TimelineEvent {
  const text = asText(item["aggregated_output"]) ?? "";
  const code = asNumber(item["exit_code"]);
  const began = item["status"] !== "declined" && !(code === endedCode && notStarted.test(text));
  return { type: "tool_result", callId, text, ...(began ? ending(code) : { isError: true }) };
}

/** The changes of files in the form of the patch that asks for them. */
function patchOf(item: Json): string {
  const parts = Object.entries(asObject(item["changes"])).map(([path, change]) => {
    const { type, content, unified_diff: diff } = asObject(change);
    if (type === "delete") return `*** Delete File: ${path}`;
    if (type !== "add") return `*** Update File: ${path}\n${asText(diff) ?? ""}`.trimEnd();
    const lines = (asText(content) ?? "").replace(/\n$/, "").split("\n");
    return [`*** Add File: ${path}`, ...lines.map((line) => `+${line}`)].join("\n");
  });
  return ["*** Begin Patch", ...parts, "*** End Patch"].join("\n");
}

function changeResult(callId: string, item: Json): TimelineEvent {
  const said = [item["stdout"], item["stderr"]].map((text) => asText(text)?.trimEnd() ?? "");
  return {
    type: "tool_result",
    callId,
    text: said.filter(Boolean).join("\n"),
    isError: item["status"] === "failed" || item["status"] === "declined",
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
