import { asNumber, asObject, asText, type Json } from "../json.ts";
import { type CallContext, countOf, instantIn, type LineUsage, saysSomething } from "../model-call.ts";

/**
 * One `token_usage_record` is one answer of the model, recorded before the running total. It names no model: that is in
 * the turn's context before it, and a record before any is no call (R180). What the caches held or took is part of its
 * input.
 */
export function codexUsage(line: unknown, context: CallContext): LineUsage {
  const entry = asObject(line);
  const payload = asObject(entry["payload"]);
  switch (entry["type"]) {
    case "session_meta":
      return { call: null, context: withHead(context, entry, asText(payload["id"])) };
    case "turn_context":
      return { call: null, context: { ...context, model: asText(payload["model"]) ?? context.model } };
    case "token_usage_record":
      return recordedCall(entry, asObject(payload["usage"]), { ...context, hasRecords: true });
    case "event_msg":
      return payload["type"] === "token_count"
        ? countedCall(entry, payload, context)
        : { call: null, context };
    default:
      return { call: null, context };
  }
}

/** A rollout of a subagent has its parent's head after its own, and a fork of an earlier version all of its parent's lines. */
function withHead(context: CallContext, entry: Json, id: string | null): CallContext {
  if (context.conversation === null) return { ...context, conversation: id, startedAt: instantIn(entry) };
  return id === null || id === context.conversation ? context : { ...context, parent: id };
}

/** Earlier versions record the running total and what the last answer added; a repeated total is no call. */
function countedCall(entry: Json, payload: Json, context: CallContext): LineUsage {
  const info = asObject(payload["info"]);
  const total = asNumber(asObject(info["total_token_usage"])["total_tokens"]);
  if (context.hasRecords === true || total === null || total === context.total)
    return { call: null, context };
  return recordedCall(entry, asObject(info["last_token_usage"]), { ...context, total });
}

function recordedCall(entry: Json, usage: Json, context: CallContext): LineUsage {
  const { conversation, model } = context;
  const instant = asText(entry["timestamp"]);
  const calledAt = instantIn(entry);
  if (conversation === null || model === null || instant === null || calledAt === null)
    return { call: null, context: { ...context, skipped: (context.skipped ?? 0) + 1 } };
  // What was answered before the conversation began is its parent's, in which it has the same key.
  const isCopied = context.parent !== undefined && calledAt < (context.startedAt ?? 0);
  const sameInstant = context.instant === instant ? context.sameInstant + 1 : 1;
  const cacheReadTokens = countOf(usage["cached_input_tokens"]);
  const cacheCreationTokens = countOf(usage["cache_write_input_tokens"]);
  const call = {
    requestId: `codex:${isCopied ? context.parent : conversation}:${instant}${sameInstant === 1 ? "" : `#${sameInstant}`}`,
    model,
    calledAt,
    inputTokens: Math.max(0, countOf(usage["input_tokens"]) - cacheReadTokens - cacheCreationTokens),
    outputTokens: countOf(usage["output_tokens"]),
    cacheReadTokens,
    cacheCreationTokens,
    cacheCreation1hTokens: null,
    webSearchRequests: 0,
  };
  return { call: saysSomething(call) ? call : null, context: { ...context, instant, sameInstant } };
}
