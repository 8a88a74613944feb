import type {
  ResponseInputItem,
  ResponseStreamEvent,
  ResponseUsage,
} from "openai/resources/responses/responses";
import {
  type LiveProvider,
  ProviderRefusal,
  type TextEvent,
  type TextRequest,
  type TextUsage,
} from "../domains/live/conversations/index.ts";
import { isObject } from "../lib/json.ts";
import { openAiSession } from "./openai-session.ts";
import { eventData } from "./server-sent-events.ts";
import { text } from "./text.ts";

/** In which order the key is looked for. */
const keyVariables = ["SERVICE_LIVE_PROVIDER_KEY", "OPENAI_API_KEY"] as const;

const secretSeconds = 600;
const answerMs = 20_000;
const replyMs = 120_000;

/** The Realtime API for calls, and the Responses API for typed conversations. The key stays in this closure. */
export function openAiProvider({ key: current, url }: { key(): string | null; url: string }): LiveProvider {
  async function post(path: string, body: object, signal: AbortSignal): Promise<Response> {
    const key = current();
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      redirect: "error",
      headers: { authorization: `Bearer ${key ?? ""}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    }).catch((error: unknown) => {
      throw new ProviderRefusal(text.unreachable, { problem: "unreachable", cause: error });
    });
    if (!answer.ok) throw await refusalOf(answer, key);
    return answer;
  }

  return {
    hasKey: () => current() !== null,
    keyVariables,
    session: (settings, call) => ({ ...openAiSession(settings, call) }),

    async mint(session) {
      const body = { expires_after: { anchor: "created_at", seconds: secretSeconds }, session };
      const answer = await post("/realtime/client_secrets", body, AbortSignal.timeout(answerMs));
      const minted: unknown = await answer.json().catch(() => null);
      if (
        !isObject(minted) ||
        typeof minted["value"] !== "string" ||
        typeof minted["expires_at"] !== "number"
      )
        throw new ProviderRefusal(text.unreadable, { problem: "other" });
      return { value: minted["value"], expiresAt: minted["expires_at"] * 1_000 };
    },

    addresses: (model) => ({
      callsUrl: `${url}/realtime/calls`,
      websocketUrl: `${url.replace(/^http/, "ws")}/realtime?model=${encodeURIComponent(model)}`,
    }),

    async *textReply(request) {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(replyMs)]);
      const answer = await post("/responses", responseRequest(request), signal);
      if (answer.body === null) throw new ProviderRefusal(text.unreadable, { problem: "other" });
      let isDone = false;
      try {
        for await (const data of eventData(answer.body)) {
          for (const event of read(data)) {
            isDone ||= event.kind === "done";
            yield event;
          }
        }
      } catch (error) {
        if (error instanceof ProviderRefusal || request.signal.aborted) throw error;
        throw new ProviderRefusal(text.brokenOff, { problem: "unreachable", cause: error });
      }
      if (!isDone) throw new ProviderRefusal(text.brokenOff, { problem: "unreachable" });
    },
  };
}

/** Nothing is stored at the provider: each request has the whole conversation. */
const responseRequest = (request: TextRequest) => ({
  model: request.model,
  instructions: request.instructions,
  input: request.items.flatMap(inputItems),
  tools: request.tools.map((tool) => ({ ...tool, strict: false })),
  tool_choice: "auto",
  parallel_tool_calls: true,
  reasoning: { effort: request.effort },
  max_output_tokens: request.maxOutputTokens,
  prompt_cache_key: request.cacheKey,
  store: false,
  stream: true,
});

function inputItems(item: TextRequest["items"][number]): ResponseInputItem[] {
  if (item.kind !== "call") return [{ type: "message", role: item.kind, content: item.text }];
  const { callId: call_id, name, arguments: sent, output } = item;
  return [
    { type: "function_call", call_id, name, arguments: sent },
    { type: "function_call_output", call_id, output },
  ];
}

/** The events that matter; all others are left out. */
function read(data: string): TextEvent[] {
  if (data === "[DONE]") return [];
  const event = JSON.parse(data) as ResponseStreamEvent;
  switch (event.type) {
    case "response.output_text.delta":
      return [{ kind: "text", text: event.delta }];
    case "response.output_item.done":
      return event.item.type === "function_call"
        ? [
            {
              kind: "call",
              callId: event.item.call_id,
              name: event.item.name,
              arguments: event.item.arguments,
            },
          ]
        : [];
    case "response.completed":
    case "response.incomplete":
      return [{ kind: "done", responseId: event.response.id, usage: usageOf(event.response.usage) }];
    case "response.failed":
      throw new ProviderRefusal(text.said(event.response.error?.message ?? ""), { problem: "other" });
    case "error":
      throw new ProviderRefusal(text.said(event.message), { problem: "other" });
    default:
      return [];
  }
}

const usageOf = (usage: ResponseUsage | undefined): TextUsage => ({
  inputTokens: usage?.input_tokens ?? 0,
  cachedTokens: usage?.input_tokens_details?.cached_tokens ?? 0,
  outputTokens: usage?.output_tokens ?? 0,
});

/** The provider's own sentence, without the key, which some providers repeat. */
async function refusalOf(answer: Response, key: string | null): Promise<ProviderRefusal> {
  const body: unknown = await answer.json().catch(() => null);
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  const message = typeof error["message"] === "string" ? error["message"] : "";
  const param = typeof error["param"] === "string" ? error["param"] : null;
  const said = text.said(withoutKey(message, key));
  const { status } = answer;
  if (status === 401 || status === 403) return new ProviderRefusal(said, { problem: "key", param });
  if (status === 429) return new ProviderRefusal(said, { problem: "limit", param });
  if (status >= 500) return new ProviderRefusal(said, { problem: "unreachable", param });
  return new ProviderRefusal(said, { problem: param?.startsWith("session") ? "setting" : "other", param });
}

function withoutKey(message: string, key: string | null): string {
  const plain = key === null ? message : message.replaceAll(key, "***");
  return plain.replace(/\b(?:sk|ek)[-_][\w*-]{4,}/g, "***");
}
