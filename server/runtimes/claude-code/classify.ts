import { constants } from "node:os";
import type { ProcessExit } from "../line-process.ts";
import type { AgentOutcome, ApiErrorKind } from "../outcome.ts";
import type { ApiFailure, TurnResult } from "./protocol.ts";
import type { AgentRecord } from "./record.ts";
import { text } from "./text.ts";

/** Why we ended the process ourselves, if we did. */
export type Stop =
  | { reason: "interrupt" }
  | { reason: "background_limit" }
  | { reason: "hopeless"; status: number | null }
  /** `until`: epoch ms. */
  | { reason: "limited"; until: number }
  | null;

export interface Ending {
  record: AgentRecord;
  stop: Stop;
  exit: ProcessExit;
  resumed: boolean;
}

/** The CLI's error names; `kindOf` distinguishes the finer ones. */
const kinds = new Map<string, ApiErrorKind>([
  ["authentication_failed", "authentication"],
  ["oauth_org_not_allowed", "authentication"],
  ["billing_error", "billing"],
  ["overloaded", "overloaded"],
  ["invalid_request", "invalid_request"],
  ["model_not_found", "model_not_found"],
  ["server_error", "server_error"],
]);

/** `unknown` is mostly a malformed answer from a proxy, so it can be retried as well. */
const retryableKinds = new Set<ApiErrorKind>(["overloaded", "server_error", "network"]);

/** How the turn ended. The exit code counts only if the CLI itself reported nothing. */
export function classify({ record, stop, exit, resumed }: Ending): AgentOutcome {
  if (stop?.reason === "interrupt") return { kind: "interrupted" };
  if (stop?.reason === "hopeless") return refusedKey(stop.status);
  if (stop?.reason === "limited")
    return { kind: "rate_limited", resetAt: stop.until, message: text.limited, estimated: true };
  const { result } = record;
  if (result === null) return exitedEarly(record, exit);
  if (!record.begun && resumed)
    return { kind: "conversation_lost", message: messageOf(result, record.failure) };
  const leftAtWork = record.begun && !(record.idle && record.backgroundTasks === 0);
  if (leftAtWork && stop === null) return killed(exit);
  return ofResult(result, record, exit);
}

function ofResult(result: TurnResult, record: AgentRecord, exit: ProcessExit): AgentOutcome {
  if (!result.isError) return { kind: "completed", lastMessage: record.lastMessage };
  // Someone else sent SIGINT, which the CLI takes for a person's.
  if (result.terminalReason?.startsWith("aborted_")) return killed(exit);
  return ofFailure(result, record);
}

function ofFailure(result: TurnResult, { failure, rejectedUntil }: AgentRecord): AgentOutcome {
  const status = result.status ?? failure?.status ?? null;
  const message = messageOf(result, failure);
  if (result.terminalReason === "prompt_too_long") {
    return { kind: "api_error", error: "context_length", status, message, retryable: false };
  }
  if (failure?.error === "rate_limit" || failure?.detail === "usage_limit_reached") {
    const resetsAt = failure.resetsAt ?? rejectedUntil;
    return { kind: "rate_limited", resetAt: resetsAt === null ? null : resetsAt * 1000, message };
  }
  const error = kindOf(failure, status);
  const retryable = retryableKinds.has(error) || (error === "unknown" && failure !== null && status === null);
  return { kind: "api_error", error, status, message, retryable };
}

function kindOf(failure: ApiFailure | null, status: number | null): ApiErrorKind {
  if (failure?.detail === "connection_failed") return "network";
  if (status === 529) return "overloaded";
  return kinds.get(failure?.error ?? "") ?? kindOfStatus(status);
}

/** For an error the CLI calls unknown, as it does with a plain 400. */
function kindOfStatus(status: number | null): ApiErrorKind {
  if (status === null) return "unknown";
  if (status >= 500) return "server_error";
  return status >= 400 ? "invalid_request" : "unknown";
}

function refusedKey(status: number | null): AgentOutcome {
  const message = text.keyRefused(status);
  return { kind: "api_error", error: "authentication", status, message, retryable: false };
}

/** Neither an answer nor an error was reported: the CLI refused our arguments, or was killed. */
function exitedEarly(record: AgentRecord, exit: ProcessExit): AgentOutcome {
  const signalled = exit.signal !== null || (exit.code ?? 0) > 128;
  if (record.begun || signalled) return killed(exit);
  const lastLine = exit.stderr.trim().split("\n").at(-1);
  const message = lastLine || text.exitedEarly(exit.code);
  return { kind: "start_failed", message, stderr: exit.stderr };
}

/** The CLI catches signals and exits with 128 and the signal's number. */
function killed({ code, signal, stderr }: ProcessExit): AgentOutcome {
  const caught = code === null ? undefined : signalNames.get(code - 128);
  return { kind: "killed", signal: signal ?? caught ?? null, exitCode: code, stderr };
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

function messageOf(result: TurnResult, failure: ApiFailure | null): string {
  return result.text || failure?.message || result.errors.join("\n") || result.subtype;
}
