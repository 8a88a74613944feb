import { asObject } from "../json.ts";
import { type CallContext, countOf, instantIn, type LineUsage, saysSomething } from "../model-call.ts";

/** The model that the CLI names under its own notices. */
const ownNotice = "<synthetic>";

/**
 * A call is in as many lines as its answer has blocks, each with the usage of the whole and the same request id.
 * Lines without that id, and the CLI's own notices, are no calls (R178).
 */
export function claudeUsage(line: unknown, context: CallContext): LineUsage {
  const entry = asObject(line);
  const message = asObject(entry["message"]);
  const { requestId } = entry;
  const { model } = message;
  const isCall = entry["type"] === "assistant" && entry["isApiErrorMessage"] !== true;
  if (!isCall || typeof requestId !== "string" || typeof model !== "string" || model === ownNotice)
    return { call: null, context };
  const calledAt = instantIn(entry);
  if (calledAt === null) return { call: null, context };
  const usage = asObject(message["usage"]);
  const split = usage["cache_creation"];
  const call = {
    requestId,
    model,
    calledAt,
    inputTokens: countOf(usage["input_tokens"]),
    outputTokens: countOf(usage["output_tokens"]),
    cacheReadTokens: countOf(usage["cache_read_input_tokens"]),
    cacheCreationTokens: countOf(usage["cache_creation_input_tokens"]),
    cacheCreation1hTokens:
      split === undefined || split === null ? null : countOf(asObject(split)["ephemeral_1h_input_tokens"]),
    webSearchRequests: countOf(asObject(usage["server_tool_use"])["web_search_requests"]),
  };
  return { call: saysSomething(call) ? call : null, context };
}
