import { isObject } from "../../lib/json.ts";
import { asList, asNumber, asObject, asText } from "../json.ts";
import { appsIn, type McpApp } from "../mcp-app.ts";
import type { LineThread, TranscriptReader } from "../runtime.ts";
import { isCompaction } from "../slash-commands.ts";
import { withStoredLines } from "../stored-lines.ts";
import type { TimelineEvent } from "../timeline.ts";
import { text } from "./text.ts";
import { piUsage } from "./usage.ts";

type Line = Record<string, unknown>;

/** pi's session entries (docs/session-format.md of pi 0.87). */
export const piTranscript: TranscriptReader = withStoredLines({
  usage: piUsage,
  thread: threadOf,

  /** All: the entries are a tree by id and parentId, and a restored file with one missing is cut there. */
  keeps: isObject,
  events: (line) =>
    isObject(line) ? entryEvents(line) : [{ type: "system", subtype: "unknown", detail: line }],
  images(line) {
    const { role, content } = asObject(isObject(line) ? line["message"] : null);
    return role === "user" || role === "toolResult" ? imagesIn(content) : [];
  },
  apps: (line) => (isObject(line) ? appsOf(asObject(line["message"])) : []),
  isResultOf: (line, prompt) => asObject(line)["type"] === "compaction" && isCompaction(prompt),
  isPrompt(line, text) {
    if (!isObject(line)) return false;
    const { role, content } = asObject(line["message"]);
    return line["type"] === "message" && role === "user" && isSamePrompt(content, text);
  },
});

/** A tool's result and a summary may have a call of their own, which had another prompt. */
function threadOf(line: unknown): LineThread {
  const { type, id, message } = asObject(line);
  const isAnswer = asObject(message)["role"] === "assistant";
  return {
    agent: "",
    answer: isAnswer ? asText(id) : null,
    conversation: type === "session" ? asText(id) : null,
    hasOwnContext: !isAnswer,
  };
}

function entryEvents(entry: Line): readonly TimelineEvent[] {
  switch (entry["type"]) {
    case "message":
      return messageEvents(entry);
    case "compaction":
      // The file does not say who requested it.
      return [{ type: "compaction", trigger: null, summary: asText(entry["summary"]) }];
    case "custom_message":
      return [{ type: "notice", text: textOf(entry["content"]) }];
    default:
      return [{ type: "system", subtype: asText(entry["type"]) ?? "unknown", detail: entry }];
  }
}

function messageEvents(entry: Line): readonly TimelineEvent[] {
  const message = asObject(entry["message"]);
  switch (message["role"]) {
    case "user":
      return [
        { type: "user", text: textOf(message["content"]), images: imagesIn(message["content"]).length },
      ];
    case "assistant":
      return assistantEvents(message);
    case "toolResult":
      return [toolResult(message)];
    case "bashExecution":
      return bashEvents(entry, message);
    case "custom":
      return [{ type: "notice", text: textOf(message["content"]) }];
    default:
      return [{ type: "system", subtype: asText(message["role"]) ?? "message", detail: message }];
  }
}

/** What pi's shell puts before how a command ended that said nothing. */
const silence = "(no output)\n\n";

/** How pi's shell ends the result of a command that failed. */
const exitLine = /(?:^|\n)Command exited with code (\d+)\s*$/;

function toolResult(message: Line): TimelineEvent {
  const images = imagesIn(message["content"]).length;
  const apps = appsOf(message).length;
  const text = textOf(message["content"]);
  const isError = message["isError"] === true;
  const exitCode = isError && message["toolName"] === "bash" ? exitLine.exec(text)?.[1] : undefined;
  return {
    type: "tool_result",
    callId: String(message["toolCallId"]),
    text: isError && text.startsWith(silence) ? text.slice(silence.length) : text,
    isError,
    ...(exitCode !== undefined && { exitCode: Number(exitCode) }),
    ...(images > 0 && { images }),
    ...(apps > 0 && { apps }),
  };
}

/** Our extension for MCP servers keeps them beside the text that the model gets. */
const appsOf = (message: Line): McpApp[] =>
  message["role"] === "toolResult" && message["isError"] !== true
    ? appsIn(asList(asObject(message["details"])["mcpApps"]))
    : [];

function assistantEvents(message: Line): readonly TimelineEvent[] {
  const events = blocks(message["content"]).flatMap((block) => blockEvents(block, message));
  const error = message["stopReason"] === "error" && (asText(message["errorMessage"]) ?? text.callFailed);
  if (error) return [...events, { type: "error", message: error }];
  if (message["stopReason"] === "aborted") return [...events, { type: "notice", text: text.interrupted }];
  return events.length > 0 ? events : [assistantText(message, "")];
}

function blockEvents(block: Line, message: Line): readonly TimelineEvent[] {
  switch (block["type"]) {
    case "text":
      return [assistantText(message, String(block["text"]))];
    case "thinking":
      return [
        {
          type: "thinking",
          text: asText(block["thinking"]) ?? "",
          redacted: block["redacted"] === true,
        },
      ];
    case "toolCall":
      return [
        {
          type: "tool_call",
          callId: String(block["id"]),
          name: String(block["name"]),
          input: block["arguments"],
        },
      ];
    default:
      return [{ type: "system", subtype: asText(block["type"]) ?? "content", detail: block }];
  }
}

function assistantText(message: Line, text: string): TimelineEvent {
  return {
    type: "assistant",
    text,
    model: asText(message["model"]),
    stopReason: asText(message["stopReason"]),
  };
}

/** A command a person ran through pi itself; shown as what it is, a call and its result. */
function bashEvents(entry: Line, message: Line): readonly TimelineEvent[] {
  const callId = String(entry["id"]);
  return [
    { type: "tool_call", callId, name: "bash", input: { command: message["command"] } },
    { type: "tool_result", callId, text: asText(message["output"]) ?? "", ...ending(message["exitCode"]) },
  ];
}

/** It has no exit code if the person stopped it. */
function ending(exitCode: unknown): { isError: boolean; exitCode?: number; cutOff?: true } {
  const code = asNumber(exitCode);
  if (code === null) return { isError: false, cutOff: true };
  return code === 0 ? { isError: false } : { isError: true, exitCode: code };
}

/** pi adds remarks on images it has shrunk, and stores a slash command expanded: only its arguments are found again. */
function isSamePrompt(content: unknown, asked: string): boolean {
  const stored = textOf(content).trim();
  const wanted = asked.trim();
  if (wanted === "") return stored === "";
  return stored.includes(wanted.startsWith("/") ? wanted.replace(/^\S+\s*/, "") : wanted);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return blocks(content)
    .filter((block) => block["type"] === "text")
    .map((block) => String(block["text"]))
    .join("\n");
}

/** In base64. */
function imagesIn(content: unknown): string[] {
  return blocks(content).flatMap((block) => (block["type"] === "image" ? [asText(block["data"]) ?? ""] : []));
}

function blocks(content: unknown): Line[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}
