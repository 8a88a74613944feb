import { asNumber, asObject, asText, type Json } from "../json.ts";
import type { ProcessExit } from "../line-process.ts";
import type { AgentOutcome, ApiErrorKind } from "../outcome.ts";
import { type QuotaWindow, quotaResetAt } from "./quota.ts";
import type { RpcAnswer } from "./rpc.ts";
import { text } from "./text.ts";

const retryable: ReadonlySet<ApiErrorKind> = new Set(["overloaded", "server_error", "network"]);

/** `codexErrorInfo` values that are plain strings. */
const kindOfInfo: Readonly<Record<string, ApiErrorKind>> = {
  contextWindowExceeded: "context_length",
  rateLimitExceeded: "overloaded",
  serverOverloaded: "overloaded",
  flexUnavailable: "overloaded",
  policyCapacityUnavailable: "overloaded",
  internalServerError: "server_error",
  unauthorized: "authentication",
  badRequest: "invalid_request",
  modelNotFound: "model_not_found",
  cyberPolicy: "invalid_request",
  misalignmentPolicyViolation: "invalid_request",
  inferenceHookDenied: "invalid_request",
  sessionBudgetExceeded: "billing",
};

/** The `code` or `type` of a provider's own body, when it arrives as the message. */
const kindOfBody: Readonly<Record<string, ApiErrorKind>> = {
  context_length_exceeded: "context_length",
  model_not_found: "model_not_found",
  insufficient_quota: "billing",
  invalid_api_key: "authentication",
};

/** A turn that ended with status `failed`, or an `error` notification that ends it. */
export function classifyFailure(error: Json, windows: readonly QuotaWindow[]): AgentOutcome {
  const info = error["codexErrorInfo"];
  const raw = asText(error["message"]) ?? text.failedSilently;
  if (info === "usageLimitExceeded") return usedUp(raw, windows);
  const body = providerBody(raw);
  const status = httpStatus(error) ?? (body === null ? null : 400);
  const kind = errorKind({ info, body, status, message: raw });
  return {
    kind: "api_error",
    error: kind,
    status,
    message: asText(body?.["message"]) ?? raw,
    retryable: retryable.has(kind),
  };
}

/** The HTTP status a Codex error carries, or null. */
export function httpStatus(error: Json): number | null {
  const statuses = Object.values(asObject(error["codexErrorInfo"])).map((detail) =>
    asNumber(asObject(detail)["httpStatusCode"]),
  );
  return statuses[0] ?? null;
}

/** A refusal of `thread/start`, `thread/resume` or `turn/start`: no model was called. */
export function classifyRefusal(answer: Extract<RpcAnswer, { kind: "error" }>, stderr: string): AgentOutcome {
  const { message } = answer;
  const lost =
    /no rollout found|invalid session id|thread not found|failed to (?:load|read|parse) (?:rollout|session metadata)/i;
  if (lost.test(message)) return { kind: "conversation_lost", message };
  return { kind: "start_failed", message: text.refusedToStart(message), stderr };
}

/** The process ended before it said how the turn went. */
export function classifyExit(exit: ProcessExit, turnRuns: boolean): AgentOutcome {
  if (turnRuns || exit.signal !== null) {
    return { kind: "killed", signal: exit.signal, exitCode: exit.code, stderr: exit.stderr };
  }
  return { kind: "start_failed", message: text.exitedEarly(exit.code), stderr: exit.stderr };
}

/** One code means both spent quota and an unpaid account; only spent quota resets without a person. */
function usedUp(message: string, windows: readonly QuotaWindow[]): AgentOutcome {
  const resetAt = quotaResetAt(windows);
  if (resetAt === null && /billing|upgrade to|quota exceeded/i.test(message)) {
    return { kind: "api_error", error: "billing", status: null, message, retryable: false };
  }
  return { kind: "rate_limited", resetAt, message };
}

function errorKind(error: {
  info: unknown;
  body: Json | null;
  status: number | null;
  message: string;
}): ApiErrorKind {
  const { info, body, status, message } = error;
  const named = typeof info === "string" ? kindOfInfo[info] : undefined;
  const fromBody = kindOfBody[asText(body?.["code"]) ?? ""] ?? kindOfBody[asText(body?.["type"]) ?? ""];
  if (named ?? fromBody) return named ?? fromBody ?? "unknown";
  if (status !== null) return kindOfStatus(status, message);
  return typeof info === "object" && info !== null ? "network" : "unknown";
}

function kindOfStatus(status: number, message: string): ApiErrorKind {
  if (status === 401 || status === 403) return "authentication";
  if (status === 402) return "billing";
  if (status === 404 && /model/i.test(message)) return "model_not_found";
  if (status === 413) return "context_length";
  if (status === 429 || status === 503 || status === 529) return "overloaded";
  if (status >= 500) return "server_error";
  return status >= 400 ? "invalid_request" : "unknown";
}

/** The `error` of a provider's raw JSON body, which Codex hands on as the message of a 400. */
function providerBody(message: string): Json | null {
  if (!message.startsWith("{")) return null;
  try {
    return asObject(asObject(JSON.parse(message))["error"]);
  } catch {
    return null;
  }
}
