import { asObject, asText, type Json } from "../json.ts";
import { type CallContext, countOf, instantIn, type LineUsage, saysSomething } from "../model-call.ts";

/**
 * The usage stands with the entry that the call made: an answer, or a tool's result, a compaction or a summary of a
 * branch that asked a model for itself. Failed and aborted attempts have zeros and are no calls.
 */
export function piUsage(line: unknown, context: CallContext): LineUsage {
  const entry = asObject(line);
  const { type, id } = entry;
  if (type === "session")
    return { call: null, context: { ...context, conversation: context.conversation ?? asText(id) } };
  const message = asObject(entry["message"]);
  const model = modelOf(message) ?? context.model;
  const next = { ...context, model };
  const usage = asObject(message["usage"] ?? entry["usage"]);
  const calledAt = instantIn(entry);
  if (context.conversation === null || typeof id !== "string" || model === null || calledAt === null)
    return { call: null, context: next };
  const cacheCreationTokens = countOf(usage["cacheWrite"]);
  const call = {
    requestId: `pi:${context.conversation}:${id}`,
    model,
    calledAt,
    inputTokens: countOf(usage["input"]),
    outputTokens: countOf(usage["output"]),
    cacheReadTokens: countOf(usage["cacheRead"]),
    cacheCreationTokens,
    cacheCreation1hTokens: "cacheWrite1h" in usage ? countOf(usage["cacheWrite1h"]) : null,
    webSearchRequests: 0,
  };
  return { call: saysSomething(call) ? call : null, context: next };
}

/** With the provider as a prefix, as pi names models. */
export function modelOf(message: Json): string | null {
  const { provider, model } = message;
  if (message["role"] !== "assistant" || typeof model !== "string") return null;
  return typeof provider === "string" ? `${provider}/${model}` : model;
}
