import {
  type AccountCredential,
  type AccountProbe,
  askProvider,
  limitedUntil,
  messageOf,
  type ProbedCredits,
  type ProbedWindow,
  type ProbeResult,
  type ProviderAnswer,
} from "../account-probe.ts";
import { asNumber, asObject, asText } from "../json.ts";
import type { RuntimeOptions } from "../runtime.ts";
import { tokensOf } from "./login.ts";
import { windowName } from "./quota.ts";
import { text } from "./text.ts";

/**
 * A key has no windows: listing the models says whether it is accepted, and costs nothing. A sign-in is asked about where
 * Codex itself reads its limits.
 */
export const codexProbe =
  ({ environment }: Pick<RuntimeOptions, "environment">): AccountProbe =>
  async (credential, signal) => {
    const baseUrl = (environment["OPENAI_BASE_URL"] || "https://api.openai.com/v1").replace(/\/+$/, "");
    const headers = headersOf(credential);
    if (credential.kind === "sign_in") {
      const origin = environment["OPENAI_BASE_URL"] ? new URL(baseUrl).origin : "https://chatgpt.com";
      const usage = await askProvider(`${origin}/backend-api/wham/usage`, { headers, signal });
      return usageVerdict(usage);
    }
    const answer = await askProvider(`${baseUrl}/models`, { headers, signal });
    if (answer === null) return { kind: "unreachable", message: text.probe.silent };
    if (answer.status === 401) return { kind: "refused", message: messageOf(answer) };
    // A restricted key may not list models, and a spent one is told so; both were accepted.
    if (answer.status < 300 || answer.status === 403 || answer.status === 429)
      return { kind: "honored", windows: [], plan: null, tier: null, limitedUntil: limitedUntil(answer) };
    return { kind: "unreachable", message: text.probe.failed(answer.status, messageOf(answer)) };
  };

function headersOf(credential: AccountCredential): Record<string, string> {
  if (credential.kind === "api_key") return { authorization: `Bearer ${credential.key}` };
  const { access_token, account_id } = tokensOf(credential.login);
  return {
    authorization: `Bearer ${asText(access_token) ?? ""}`,
    ...(typeof account_id === "string" && { "chatgpt-account-id": account_id }),
  };
}

function usageVerdict(answer: ProviderAnswer | null): ProbeResult {
  if (answer === null) return { kind: "unreachable", message: text.probe.silent };
  const { status, body } = answer;
  if (status === 401) return { kind: "refused", message: messageOf(answer) };
  const limits = asObject(body["rate_limit"]);
  const windows = [limits["primary_window"], limits["secondary_window"]].flatMap(windowOf);
  if (status !== 200 || windows.length === 0)
    return { kind: "unreachable", message: text.probe.failed(status, messageOf(answer)) };
  const plan = asText(body["plan_type"]);
  return { kind: "honored", windows, plan, tier: null, credits: creditsOf(body["credits"]) };
}

/** The balance comes as a number or as its text. */
function creditsOf(value: unknown): ProbedCredits | null {
  const { has_credits, unlimited, balance } = asObject(value);
  if (has_credits !== true && unlimited !== true) return null;
  const left = asNumber(balance) ?? Number.parseFloat(asText(balance) ?? "");
  return {
    used: null,
    limit: null,
    balance: Number.isNaN(left) ? null : left,
    unlimited: unlimited === true,
  };
}

/** Told apart by how long it is: the week can be in either place. */
function windowOf(entry: unknown): ProbedWindow[] {
  const window = asObject(entry);
  const percent = asNumber(window["used_percent"]);
  if (percent === null) return [];
  const seconds = asNumber(window["limit_window_seconds"]);
  const resetAt = asNumber(window["reset_at"]);
  const after = asNumber(window["reset_after_seconds"]);
  return [
    {
      name: windowName(seconds === null ? null : Math.round(seconds / 60)),
      utilization: Math.min(Math.max(percent / 100, 0), 1),
      resetAt: resetAt === null ? (after === null ? null : Date.now() + after * 1000) : resetAt * 1000,
      status: null,
    },
  ];
}
