import { asObject, asText, type Json } from "../json.ts";
import type { McpApp } from "../mcp-app.ts";
import type { LineThread, TranscriptReader } from "../runtime.ts";
import { withStoredLines } from "../stored-lines.ts";
import type { TimelineEvent } from "../timeline.ts";
import { text as words } from "./text.ts";
import { claudeUsage } from "./usage.ts";

/** Requests as sent, caches and cursors: most of the file's bytes, and nothing of the conversation. */
const bookkeeping = new Set([
  "api-request",
  "api-request-shape",
  "api-request-blob",
  "atis-latch",
  "tools-used",
  "last-prompt",
  "mode",
]);

/** The type is the first member of these lines. */
const bookkeepingStart = new RegExp(`^\\{"type":"(?:${[...bookkeeping].join("|")})"`);

/** The tool that starts a sub-agent; older versions call it Task. */
const agentTools = new Set(["Agent", "Task"]);

/** The one notice that only its text distinguishes from a person's message. */
const interruptNotice = /^\[Request interrupted by user/;

export const transcript: TranscriptReader = withStoredLines({
  usage: claudeUsage,
  thread: threadOf,

  keeps: (line) => !bookkeeping.has(text(asObject(line)["type"])),
  isBookkeeping: (start) => bookkeepingStart.test(start),

  events(line) {
    const entry = asObject(line);
    const found = eventsOf(entry);
    return found.length > 0 ? found : [{ type: "system", subtype: subtypeOf(entry), detail: line }];
  },

  isPrompt(line, prompt) {
    const entry = asObject(line);
    if (entry["type"] !== "user" || isNotice(entry) || entry["isCompactSummary"] === true) return false;
    const blocks = blocksOf(entry);
    if (blocks.some(({ type }) => type === "tool_result")) return false;
    const written = wordsOf(blocks).trim();
    const wanted = prompt.trim();
    return wanted === "" ? written === "" : written.includes(wanted);
  },

  images(line) {
    const entry = asObject(line);
    if (entry["type"] === "attachment")
      return imagesIn(contentBlocks(asObject(entry["attachment"])["prompt"]));
    if (entry["type"] !== "user") return [];
    const blocks = blocksOf(entry);
    const returned = blocks.flatMap((block) =>
      block["type"] === "tool_result" ? imagesIn(contentBlocks(block["content"])) : [],
    );
    return [...returned, ...imagesIn(blocks)];
  },

  apps(line) {
    const entry = asObject(line);
    return entry["type"] === "user" ? blocksOf(entry).flatMap(appsOf) : [];
  },

  /** What the last request held and its answer: the figure that the CLI shows for an agent. */
  tokens(line) {
    const entry = asObject(line);
    if (entry["type"] !== "assistant" || entry["isApiErrorMessage"] === true) return null;
    const usage = asObject(asObject(entry["message"])["usage"]);
    const counts = Object.entries(usage).flatMap(([name, count]) =>
      tokenCounts.has(name) && typeof count === "number" ? [count] : [],
    );
    return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0);
  },
});

/** Lines of subagents may be among those of the main agent, without an id in earlier versions. */
function threadOf(line: unknown): LineThread {
  const entry = asObject(line);
  const sidechain = entry["isSidechain"] === true ? "sidechain" : "";
  const isAnswer = entry["type"] === "assistant";
  return {
    agent: asText(entry["agentId"]) ?? sidechain,
    answer: isAnswer ? (asText(entry["requestId"]) ?? asText(asObject(entry["message"])["id"])) : null,
    conversation: asText(entry["parentUuid"]) === null ? asText(entry["sessionId"]) : null,
  };
}

const tokenCounts: ReadonlySet<string> = new Set([
  "input_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
  "output_tokens",
]);

function eventsOf(entry: Json): TimelineEvent[] {
  switch (entry["type"]) {
    case "user":
      return userEvents(entry);
    case "assistant":
      return assistantEvents(entry);
    case "system":
      return systemEvents(entry);
    case "attachment":
      return attachmentEvents(asObject(entry["attachment"]));
    default:
      return [];
  }
}

function userEvents(entry: Json): TimelineEvent[] {
  const blocks = blocksOf(entry);
  if (blocks.length === 0) return [];
  const runsOn = asText(asObject(entry["toolUseResult"])["backgroundTaskId"]) !== null;
  const results = blocks
    .filter(({ type }) => type === "tool_result")
    .map((block) => toolResult(block, runsOn));
  const words = wordsOf(blocks);
  const images = imagesIn(blocks).length;
  if (words === "" && images === 0) return results;
  if (entry["isCompactSummary"] === true) return [{ type: "compaction", trigger: null, summary: words }];
  // Words that share a line with a tool's result were put there by the CLI.
  if (isNotice(entry) || results.length > 0) return [...results, { type: "notice", text: words }];
  return [{ type: "user", text: words, images }];
}

/** A prompt that begins with a slash command is stored in pieces; this puts it together as it was written. */
function wordsOf(blocks: readonly Json[]): string {
  const stored = textOf(blocks);
  if (!stored.startsWith("<command-")) return stored;
  const name = /<command-name>(\/[^<]+)<\/command-name>/.exec(stored)?.[1];
  if (!name) return stored;
  const written = /<command-args>([^]*)<\/command-args>/.exec(stored)?.[1] ?? "";
  return `${name} ${written}`.trimEnd();
}

function isNotice(entry: Json): boolean {
  return (
    entry["isMeta"] === true ||
    entry["interruptedByShutdown"] === true ||
    asObject(entry["origin"])["kind"] === "task-notification" ||
    interruptNotice.test(textOf(blocksOf(entry)))
  );
}

function assistantEvents(entry: Json): TimelineEvent[] {
  const message = asObject(entry["message"]);
  const blocks = blocksOf(entry);
  if (entry["isApiErrorMessage"] === true) return [{ type: "error", message: textOf(blocks) }];
  const model = asText(message["model"]);
  const stopReason = asText(message["stop_reason"]);
  const events: TimelineEvent[] = [];
  for (const block of blocks)
    switch (block["type"]) {
      case "text":
        events.push({ type: "assistant", text: text(block["text"]), model, stopReason });
        break;
      case "thinking":
        events.push({ type: "thinking", text: text(block["thinking"]), redacted: false });
        break;
      case "redacted_thinking":
        events.push({ type: "thinking", text: "", redacted: true });
        break;
      case "tool_use":
        events.push(...toolCall(block));
        break;
      default:
        break;
    }
  return events;
}

function toolCall(block: Json): TimelineEvent[] {
  const callId = text(block["id"]);
  const name = text(block["name"]);
  const call: TimelineEvent = { type: "tool_call", callId, name, input: block["input"] ?? {} };
  if (!agentTools.has(name)) return [call];
  const input = asObject(block["input"]);
  const agent = text(input["subagent_type"]) || "general-purpose";
  return [call, { type: "subagent", callId, agent, description: text(input["description"]) }];
}

/** How the CLI begins the result of a command that failed. */
const exitLine = /^(?:Error: )?Exit code (\d+)(?:\n|$)/;

function toolResult(block: Json, runsOn: boolean): TimelineEvent {
  const blocks = contentBlocks(block["content"]);
  const isError = block["is_error"] === true;
  const exitCode = isError ? exitLine.exec(textOf(blocks))?.[1] : undefined;
  const images = imagesIn(blocks).length;
  const apps = appsOf(block).length;
  return {
    type: "tool_result",
    callId: text(block["tool_use_id"]),
    text: textOf(blocks),
    isError,
    ...(exitCode !== undefined && { exitCode: Number(exitCode) }),
    ...(runsOn && { runsOn: true as const }),
    ...(images > 0 && { images }),
    ...(apps > 0 && { apps }),
  };
}

/** The CLI puts a resource into a text that begins so. Which server sent it is known from the call alone. */
const resourceText = /^\[Resource from .{1,300}? at (ui:\/\/[^\]\s]{1,500})\] (?=\s*<)/;

function appsOf(result: Json): McpApp[] {
  if (result["type"] !== "tool_result" || result["is_error"] === true) return [];
  return contentBlocks(result["content"]).flatMap((block) => {
    const stored = block["type"] === "text" ? text(block["text"]) : "";
    const [head, uri] = resourceText.exec(stored) ?? [];
    return head === undefined || uri === undefined ? [] : [{ uri, html: stored.slice(head.length) }];
  });
}

function systemEvents(entry: Json): TimelineEvent[] {
  const subtype = entry["subtype"];
  if (subtype === "compact_boundary") {
    const trigger = asObject(entry["compactMetadata"])["trigger"];
    return [
      {
        type: "compaction",
        trigger: trigger === "auto" || trigger === "manual" ? trigger : null,
        summary: null,
      },
    ];
  }
  if (subtype === "local_command") return localCommandEvents(text(entry["content"]));
  if (subtype === "api_error") return [{ type: "error", message: apiErrorMessage(asObject(entry["error"])) }];
  if (entry["level"] === "error" && typeof entry["content"] === "string") {
    return [{ type: "error", message: entry["content"] }];
  }
  return [];
}

/** What the CLI answered to a command without asking the model. */
function localCommandEvents(content: string): TimelineEvent[] {
  const answer = /^<local-command-(?:stdout|stderr)>([^]*)<\/local-command-(?:stdout|stderr)>$/.exec(
    content,
  )?.[1];
  return answer === undefined ? [] : [{ type: "notice", text: answer.trim() }];
}

function apiErrorMessage(error: Json): string {
  return text(error["formatted"]) || text(error["message"]) || words.providerError;
}

/** A prompt that reached an active turn is stored as an attachment, not as a user line. */
function attachmentEvents(attachment: Json): TimelineEvent[] {
  if (attachment["type"] !== "queued_command") return [];
  const blocks = contentBlocks(attachment["prompt"]);
  const words = textOf(blocks);
  if (attachment["commandMode"] === "task-notification") return [{ type: "notice", text: words }];
  return [{ type: "user", text: words, images: imagesIn(blocks).length }];
}

function subtypeOf(entry: Json): string {
  const type = text(entry["type"]) || "unknown";
  const detail = text(entry["subtype"]) || text(asObject(entry["attachment"])["type"]);
  return type === "system" && detail !== "" ? detail : [type, detail].filter(Boolean).join("/");
}

function blocksOf(entry: Json): Json[] {
  return contentBlocks(asObject(entry["message"])["content"]);
}

/** Content is a string or a list of blocks; both become blocks. */
function contentBlocks(content: unknown): Json[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.map(asObject) : [];
}

/** In base64; empty for a picture that is referenced in another way. */
const imagesIn = (blocks: readonly Json[]): string[] =>
  blocks.flatMap((block) => (block["type"] === "image" ? [text(asObject(block["source"])["data"])] : []));

function textOf(blocks: readonly Json[]): string {
  const [first, second] = blocks;
  if (first !== undefined && second === undefined) return first["type"] === "text" ? text(first["text"]) : "";
  return blocks
    .filter(({ type }) => type === "text")
    .map((block) => text(block["text"]))
    .join("\n");
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
