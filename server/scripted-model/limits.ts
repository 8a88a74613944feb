import type { DialectName } from "./dialects/dialect.ts";
import type { Step } from "./script.ts";

/** A complete answer that is not streamed. */
export interface JsonAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

const WEEK_RESETS_IN_SECONDS = 6 * 86_400;

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  503: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

const OPENAI_CODES: Readonly<Record<number, string>> = { 401: "invalid_api_key", 429: "rate_limit_exceeded" };

export function errorAnswer(dialect: DialectName, step: Step, requestId: string): JsonAnswer {
  const status = Number(step.text);
  const retryAfter = step.args["retry_after"];
  return {
    status,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
    body: errorBody(dialect, { status, ...step.args }, requestId),
  };
}

/** A subscription's usage limit, in the format that each vendor's CLI recognizes. */
export function limitAnswer(dialect: DialectName, step: Step, requestId: string): JsonAnswer {
  const seconds = Number(step.args["resets_in"] ?? 3600);
  const exhausted = { used5h: "100", used7d: "60", resets_in: String(seconds), rejected: "true" };
  const headers = rateHeaders(dialect, exhausted);
  if (dialect === "anthropic") {
    const message =
      step.args["message"] ?? "This request would exceed your account's rate limit. Please try again later.";
    return {
      status: 429,
      headers: { ...headers, "x-should-retry": "false", "retry-after": String(seconds) },
      body: errorBody(dialect, { status: 429, message }, requestId),
    };
  }
  const error = {
    type: "usage_limit_reached",
    message: step.args["message"] ?? "The usage limit has been reached",
    plan_type: "pro",
    resets_at: epochSeconds() + seconds,
    resets_in_seconds: seconds,
  };
  return { status: 429, headers, body: { error } };
}

function errorBody(
  dialect: DialectName,
  error: { status: number; type?: string; message?: string; code?: string },
  requestId: string,
): unknown {
  const type = error.type ?? ERROR_TYPES[error.status] ?? "api_error";
  const message = error.message ?? `scripted ${error.status} (${type})`;
  if (dialect === "anthropic") return { type: "error", error: { type, message }, request_id: requestId };
  return { error: { message, type, param: null, code: error.code ?? OPENAI_CODES[error.status] ?? null } };
}

/** Headers on how much of a plan is used, from percentages and seconds until the reset. */
export function rateHeaders(
  dialect: DialectName,
  rate: Readonly<Record<string, string>>,
): Record<string, string> {
  const used = {
    fiveHours: Number(rate["used5h"] ?? 0),
    week: Number(rate["used7d"] ?? 0),
    resetsIn: Number(rate["resets_in"] ?? 3600),
  };
  if (dialect !== "anthropic") return codexRateHeaders(used);
  const highest = Math.max(used.fiveHours, used.week);
  const status = rate["rejected"] === "true" ? "rejected" : highest >= 80 ? "allowed_warning" : "allowed";
  const claim = rate["claim"] ?? (used.week > used.fiveHours ? "seven_day" : "five_hour");
  return unifiedRateHeaders(used, status, claim);
}

interface PlanUse {
  fiveHours: number;
  week: number;
  resetsIn: number;
}

function unifiedRateHeaders(used: PlanUse, status: string, claim: string): Record<string, string> {
  const prefix = "anthropic-ratelimit-unified";
  const resetsAt = String(epochSeconds() + used.resetsIn);
  return {
    [`${prefix}-status`]: status,
    [`${prefix}-reset`]: resetsAt,
    [`${prefix}-representative-claim`]: claim,
    [`${prefix}-5h-status`]: status,
    [`${prefix}-5h-utilization`]: String(used.fiveHours / 100),
    [`${prefix}-5h-reset`]: resetsAt,
    [`${prefix}-7d-status`]: "allowed",
    [`${prefix}-7d-utilization`]: String(used.week / 100),
    [`${prefix}-7d-reset`]: String(epochSeconds() + WEEK_RESETS_IN_SECONDS),
    [`${prefix}-fallback-percentage`]: "0.5",
    [`${prefix}-overage-status`]: "rejected",
    [`${prefix}-overage-disabled-reason`]: "org_level_disabled",
    ...(status === "allowed_warning" && { [`${prefix}-5h-surpassed-threshold`]: "0.8" }),
  };
}

function codexRateHeaders(used: PlanUse): Record<string, string> {
  const now = epochSeconds();
  return {
    "x-codex-active-limit": "codex",
    "x-codex-plan-type": "pro",
    "x-codex-primary-used-percent": String(used.fiveHours),
    "x-codex-primary-window-minutes": "300",
    "x-codex-primary-reset-at": String(now + used.resetsIn),
    "x-codex-primary-reset-after-seconds": String(used.resetsIn),
    "x-codex-secondary-used-percent": String(used.week),
    "x-codex-secondary-window-minutes": "10080",
    "x-codex-secondary-reset-at": String(now + WEEK_RESETS_IN_SECONDS),
    "x-codex-credits-has-credits": "False",
    "x-codex-credits-unlimited": "False",
  };
}

function epochSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
