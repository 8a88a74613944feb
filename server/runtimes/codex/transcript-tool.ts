import { asList, asNumber, asObject, asText, type Json } from "../json.ts";
import { appsIn, type McpApp } from "../mcp-app.ts";
import type { TimelineEvent } from "../timeline.ts";
import { imagesIn } from "./transcript-images.ts";

/** The head of what goes back to the model for an MCP call; the same result is in an `event_msg` line. */
const mcpResultHead = /^Wall time: [\d.]+ seconds\nOutput:$/;
const exitCode = /^(?:Process exited with|Exit) code:? (\d+)$/m;
/** How the CLI answers calls it did not carry out. */
const refusal =
  /^(unsupported call|failed to parse|apply_patch verification failed|unable to|exec_command failed|execution error|aborted by user|Script (failed|error|terminated))/i;

/** Calls and results as the model made and saw them. */
export function toolEvents(payload: Json): TimelineEvent[] {
  const callId = asText(payload["call_id"]) ?? asText(payload["id"]) ?? "";
  switch (payload["type"]) {
    case "function_call":
      return functionCall(callId, payload);
    case "custom_tool_call":
      return [{ type: "tool_call", callId, name: toolName(payload), input: payload["input"] }];
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
 * `response_item` line names.
 */
export function nestedToolEvents(item: Json): TimelineEvent[] {
  const callId = asText(item["id"]) ?? "";
  const isNested = callId.startsWith("exec-");
  switch (item["type"]) {
    case "McpToolCall": {
      const name = `mcp__${asText(item["server"])}__${asText(item["tool"])}`;
      const call: TimelineEvent = { type: "tool_call", callId, name, input: item["arguments"] };
      return [...(isNested ? [call] : []), mcpResult(callId, item)];
    }
    case "CommandExecution":
      return isNested ? nestedCommand(callId, item) : [];
    default:
      return [];
  }
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
  const text = texts.join("\n");
  return [{ type: "tool_result", callId, text, isError: isFailure(text, output), ...countOf(output) }];
}

function countOf(parts: unknown): { images?: number } {
  const images = imagesIn(parts).length;
  return images > 0 ? { images } : {};
}

/** The CLI's own head ends at `Output:`; what the command printed after it is not asked. */
function isFailure(text: string, output: unknown): boolean {
  const head = text.split(/^Output:/m, 1)[0] ?? "";
  const status =
    exitCode.exec(head)?.[1] ?? asNumber(asObject(asObject(parsed(text))["metadata"])["exit_code"]);
  if (status !== null && status !== undefined) return Number(status) !== 0;
  return asObject(output)["success"] === false || refusal.test(head);
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

function nestedCommand(callId: string, item: Json): TimelineEvent[] {
  const words = asList(item["command"]).map((word) => asText(word) ?? "");
  const isShell = words.length === 3 && /^-l?c$/.test(words[1] ?? "");
  const cmd = isShell ? (words[2] ?? "") : words.join(" ");
  const text = asText(item["aggregated_output"]) ?? "";
  const isError = asNumber(item["exit_code"]) !== 0;
  return [
    { type: "tool_call", callId, name: "exec_command", input: { cmd } },
    { type: "tool_result", callId, text, isError },
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
