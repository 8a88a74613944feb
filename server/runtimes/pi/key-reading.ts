import { askProvider, messageOf } from "../account-probe.ts";
import { asNumber, asObject, asText } from "../json.ts";
import type { KeyReading } from "../provider-key.ts";
import { text } from "./text.ts";

/** What OpenRouter says of a key, in dollars. Each value may lag by a minute. */
export async function readOpenRouterKey(
  environment: Readonly<Record<string, string | undefined>>,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<KeyReading> {
  const baseUrl = (environment["OPENROUTER_BASE_URL"] || "https://openrouter.ai/api/v1").replace(/\/+$/, "");
  const answer = await askProvider(`${apiUrl(baseUrl)}/key`, {
    headers: { authorization: `Bearer ${key}` },
    signal,
  });
  if (answer === null) return { kind: "unreachable", message: text.key.silent };
  if (answer.status === 401 || answer.status === 403) return { kind: "refused", message: messageOf(answer) };
  const data = asObject(answer.body["data"]);
  if (answer.status !== 200 || Object.keys(data).length === 0)
    return { kind: "unreachable", message: text.key.failed(answer.status, messageOf(answer)) };
  return {
    kind: "honored",
    label: asText(data["label"]),
    limit: asNumber(data["limit"]),
    remaining: asNumber(data["limit_remaining"]),
    resets: asText(data["limit_reset"]),
    used: asNumber(data["usage"]),
    usedToday: asNumber(data["usage_daily"]),
    usedThisWeek: asNumber(data["usage_weekly"]),
    usedThisMonth: asNumber(data["usage_monthly"]),
    freeTier: typeof data["is_free_tier"] === "boolean" ? data["is_free_tier"] : null,
  };
}

/** As pi itself completes the address. */
function apiUrl(baseUrl: string): string {
  if (baseUrl.endsWith("/api")) return `${baseUrl}/v1`;
  return new URL(baseUrl).pathname === "/" ? `${baseUrl}/v1` : baseUrl;
}
