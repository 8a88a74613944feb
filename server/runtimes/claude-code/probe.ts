import {
  type AccountCredential,
  type AccountProbe,
  askProvider,
  headerNumber,
  limitedUntil,
  messageOf,
  type ProbedCredits,
  type ProbedWindow,
  type ProbeResult,
  type ProviderAnswer,
} from "../account-probe.ts";
import { asNumber, asObject, asText, type Json } from "../json.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { text } from "./text.ts";

const version = "2023-06-01";
const publicUrl = "https://api.anthropic.com";
/** The cheapest model: a probe costs one token of it. */
const probeModel = "claude-haiku-5-5";
const windowNames = [
  ["5h", "five_hour"],
  ["7d", "seven_day"],
  ["7d_oi", "seven_day_oi"],
  ["overage", "overage"],
] as const;

/**
 * Reads what a sign-in used from the endpoint that Claude Code's own /usage reads, which costs nothing; without it, and
 * for keys, from the headers of a message of one token.
 */
export const claudeProbe =
  ({ environment }: Pick<RuntimeOptions, "environment">): AccountProbe =>
  async (credential, signal) => {
    const baseUrl = baseUrlOf(environment);
    const known = planOf(credential);
    if (credential.kind === "sign_in") {
      const usage = await askProvider(`${baseUrl}/api/oauth/usage`, {
        headers: headersOf(credential),
        signal,
      });
      if (usage?.status === 401) return { kind: "refused", message: messageOf(usage) };
      const windows = usage?.status === 200 ? usageWindows(usage.body) : [];
      if (usage && windows.length > 0)
        return { kind: "honored", windows, ...known, credits: extraUsage(usage.body) };
    }
    const answer = await askProvider(`${baseUrl}/v1/messages`, {
      method: "POST",
      headers: { ...headersOf(credential), "content-type": "application/json" },
      body: JSON.stringify({
        model: probeModel,
        max_tokens: 1,
        messages: [{ role: "user", content: "quota" }],
      }),
      signal,
    });
    return answer === null ? { kind: "unreachable", message: text.probe.silent } : verdictOn(answer, known);
  };

/** Where the provider answers, without the version that some base URLs end in. */
export const baseUrlOf = (environment: RuntimeOptions["environment"]): string =>
  (environment["ANTHROPIC_BASE_URL"] || publicUrl).replace(/\/+$/, "").replace(/\/v1$/, "");

function headersOf(credential: AccountCredential): Record<string, string> {
  if (credential.kind === "sign_in") return loginHeaders(credential.login);
  return { "anthropic-version": version, "x-api-key": credential.key };
}

/** As Claude Code itself sends them. */
export function loginHeaders(login: string): Record<string, string> {
  const { accessToken } = loginOf(login);
  return {
    "anthropic-version": version,
    authorization: `Bearer ${asText(accessToken) ?? ""}`,
    "anthropic-beta": "oauth-2025-04-20",
    // Other clients get so little of the usage endpoint that they are refused at once.
    "user-agent": "claude-code/2.1.329",
  };
}

function planOf(credential: AccountCredential): { plan: string | null; tier: string | null } {
  if (credential.kind === "api_key") return { plan: null, tier: null };
  const { subscriptionType, rateLimitTier } = loginOf(credential.login);
  return { plan: asText(subscriptionType), tier: asText(rateLimitTier) };
}

/** The sign-in in the content of a login file; empty if there is none. */
export function loginOf(file: string): Json {
  try {
    return asObject(asObject(JSON.parse(file))["claudeAiOauth"]);
  } catch {
    return {};
  }
}

function verdictOn(answer: ProviderAnswer, known: { plan: string | null; tier: string | null }): ProbeResult {
  const windows = headerWindows(answer.headers);
  if (windows.length > 0 || answer.status === 429)
    return { kind: "honored", windows, ...known, limitedUntil: limitedUntil(answer) };
  const { status, body } = answer;
  if (status === 401 || status === 403) return { kind: "refused", message: messageOf(answer) };
  if (status >= 200 && status < 300) return { kind: "honored", windows, ...known };
  // An error about the request alone comes after the credential was accepted.
  if (status < 500 && body["type"] === "error") return { kind: "honored", windows, ...known };
  return { kind: "unreachable", message: text.probe.failed(status, messageOf(answer)) };
}

function headerWindows(headers: Headers): ProbedWindow[] {
  const prefix = "anthropic-ratelimit-unified";
  return windowNames.flatMap(([short, name]) => {
    const utilization = headerNumber(headers, `${prefix}-${short}-utilization`);
    const status = headers.get(`${prefix}-${short}-status`);
    if (utilization === null && status === null) return [];
    const reset = headerNumber(headers, `${prefix}-${short}-reset`);
    return [{ name, utilization: share(utilization), resetAt: reset === null ? null : reset * 1000, status }];
  });
}

/** The usage endpoint counts in percent. Windows of single models are in a list of their own. */
function usageWindows(body: Json): ProbedWindow[] {
  return ["five_hour", "seven_day", "seven_day_opus", "seven_day_sonnet"].flatMap((name) => {
    const window = asObject(body[name]);
    const percent = asNumber(window["utilization"]);
    if (percent === null) return [];
    const resetAt = Date.parse(asText(window["resets_at"]) ?? "");
    return [
      {
        name,
        utilization: share(percent / 100),
        resetAt: Number.isNaN(resetAt) ? null : resetAt,
        status: null,
      },
    ];
  });
}

/** What may be spent beyond the plan each month. The endpoint counts in cents. */
function extraUsage(body: Json): ProbedCredits | null {
  const extra = asObject(body["extra_usage"]);
  const currency = asText(extra["currency"]) ?? "USD";
  if (extra["is_enabled"] !== true || currency !== "USD") return null;
  const dollars = (name: string): number | null => {
    const cents = asNumber(extra[name]);
    return cents === null ? null : cents / 100;
  };
  return {
    used: dollars("used_credits"),
    limit: dollars("monthly_limit"),
    balance: null,
    unlimited: extra["monthly_limit"] === null,
  };
}

const share = (value: number | null): number | null =>
  value === null ? null : Math.min(Math.max(value, 0), 1);
