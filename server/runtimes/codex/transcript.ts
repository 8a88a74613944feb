import { asList, asNumber, asObject, asText, type Json } from "../json.ts";
import type { TranscriptReader } from "../runtime.ts";
import { isCompaction } from "../slash-commands.ts";
import { withStoredLines } from "../stored-lines.ts";
import type { TimelineEvent } from "../timeline.ts";
import { text } from "./text.ts";
import { lineImages } from "./transcript-images.ts";
import { isOwnWords, messageEvents, wordsOf } from "./transcript-message.ts";
import { lineApps, nestedToolEvents, toolEvents } from "./transcript-tool.ts";
import { codexUsage } from "./usage.ts";

/** Items that the `response_item` line beside them holds in full. */
const doubledItems = new Set(["UserMessage", "AgentMessage", "Reasoning"]);
/** What older versions wrote for the same. */
const doubledEvents = new Set(["user_message", "agent_message", "agent_reasoning"]);

/**
 * Reads a rollout. What went to and from the model is in `response_item` lines and is rendered from them; only
 * MCP results come from `event_msg`, because there alone it says whether the call failed.
 */
export const codexTranscript: TranscriptReader = withStoredLines({
  usage: codexUsage,

  keeps: (line) => !isDouble(asObject(line)),

  events(line) {
    const entry = asObject(line);
    const found = isDouble(entry) ? [] : eventsOf(entry);
    return found.length > 0
      ? found
      : [{ type: "system", subtype: subtypeOf(entry), detail: detailOf(entry) }];
  },

  isGivenUp: (result) => /^aborted(?: by user after [\d.]+s)?$/.test(result.trim()),

  images: (line) => lineImages(asObject(line)),
  apps: (line) => lineApps(asObject(line)),

  isPrompt(line, text) {
    const payload = asObject(asObject(line)["payload"]);
    if (payload["type"] !== "message" || payload["role"] !== "user" || !isOwnWords(payload)) return false;
    const written = wordsOf(payload).trim();
    const wanted = text.trim();
    return wanted === "" ? written === "" : written.includes(wanted);
  },

  isResultOf: (line, prompt) => asObject(line)["type"] === "compacted" && isCompaction(prompt),

  /** A copied history of the parent brings no such line along. */
  tokens(line) {
    const { type, payload } = asObject(line);
    if (type !== "token_usage_record") return null;
    return asNumber(asObject(asObject(payload)["usage"])["total_tokens"]);
  },
});

function isDouble(entry: Json): boolean {
  if (entry["type"] !== "event_msg") return false;
  const payload = asObject(entry["payload"]);
  const type = asText(payload["type"]) ?? "";
  const item = asText(asObject(payload["item"])["type"]) ?? "";
  return doubledEvents.has(type) || (type === "item_completed" && doubledItems.has(item));
}

function eventsOf(entry: Json): TimelineEvent[] {
  const payload = asObject(entry["payload"]);
  switch (entry["type"]) {
    case "response_item":
      return itemEvents(payload, asObject(entry["metadata"]));
    case "event_msg":
      return noteEvents(payload);
    case "compacted":
      return [{ type: "compaction", trigger: null, summary: compactionSummary(payload) }];
    default:
      return [];
  }
}

function itemEvents(payload: Json, metadata: Json): TimelineEvent[] {
  switch (payload["type"]) {
    case "message":
      // The summary of a compaction is repeated in its own line.
      return metadata["compaction_output"] === true ? [] : messageEvents(payload);
    case "agent_message": {
      const [author = "?", recipient = "?"] = [payload["author"], payload["recipient"]].map(
        (name) => asText(name) ?? undefined,
      );
      return [{ type: "notice", text: text.message(author, recipient, wordsOf(payload)) }];
    }
    case "reasoning":
      return [thinking(payload)];
    default:
      return toolEvents(payload);
  }
}

function noteEvents(payload: Json): TimelineEvent[] {
  switch (payload["type"]) {
    case "item_completed":
      return nestedToolEvents(asObject(payload["item"]), asNumber(payload["started_at_ms"]));
    case "turn_aborted":
      return [{ type: "notice", text: text.stopped(asText(payload["reason"])) }];
    case "task_complete": {
      const message = asText(asObject(payload["error"])["message"]);
      return message === null ? [] : [{ type: "error", message }];
    }
    default:
      return [];
  }
}

function thinking(payload: Json): TimelineEvent {
  const texts = (key: string) => asList(payload[key]).map((part) => asText(asObject(part)["text"]) ?? "");
  const text = texts("summary").join("\n\n") || texts("content").join("\n\n");
  return { type: "thinking", text, redacted: text === "" };
}

/** Less the sentence that introduces it to the next model. */
function compactionSummary(payload: Json): string | null {
  const message = asText(payload["message"]);
  if (!message) return null;
  return message.replace(/^Another language model started[^\n]*\n/, "");
}

function subtypeOf(entry: Json): string {
  const type = asText(entry["type"]) ?? "unknown";
  const payload = asObject(entry["payload"]);
  const inner = asText(payload["type"]);
  if (inner === "item_completed") return asText(asObject(payload["item"])["type"]) ?? inner;
  return inner ?? type;
}

function detailOf(entry: Json): unknown {
  return entry["payload"] ?? entry;
}
