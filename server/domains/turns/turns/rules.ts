import type { LimitKind, Limits } from "../../../lib/limits/model.ts";
import type { AgentOutcome } from "../../../runtimes/outcome.ts";
import type { FailureReason } from "../../sessions/sessions/model.ts";
import type { Silence } from "./silence-rules.ts";

/** How an agent process ended: by a signal, or with an exit code if one is known. */
export interface ProcessEnd {
  signal: string | null;
  exitCode: number | null;
}

/** What went wrong with a turn; `text.ts` has the sentences. A message is the provider's, git's or a program's own. */
export type TurnProblem =
  | {
      kind: "quota" | "account" | "provider" | "conversation_lost" | "clone" | "sandbox" | "other";
      message: string;
    }
  | { kind: "not_started"; message: string; stderr: string }
  /** `message` names what the machine is short of. */
  | { kind: "shortage"; message: string }
  | { kind: "silent"; silence: Silence }
  /** Its processes met this limit together. */
  | { kind: "limit"; limit: LimitKind; limits: Limits }
  | { kind: "process_ended"; end: ProcessEnd | "interrupted"; stderr: string }
  | { kind: "runtime_missing"; runtime: string };

/** What a turn's end means for the session. */
export type Ending =
  | { kind: "rest" }
  | { kind: "fail"; reason: FailureReason; problem: TurnProblem }
  /** Tried again at `at`; `fresh` starts a new conversation because the old one is lost. */
  | {
      kind: "retry";
      at: number;
      why: "held" | "parked";
      problem: TurnProblem;
      fresh: boolean;
      /** It is no failed try. */
      uncounted?: boolean;
    };

const apiDelaysMs = [5, 15, 30, 60, 120, 300].map((seconds) => seconds * 1_000);
const killedDelaysMs = [5, 10, 20].map((seconds) => seconds * 1_000);
const cloneDelaysMs = [30, 60, 120, 300, 600].map((seconds) => seconds * 1_000);
/** A limit that does not say when it ends is tried again after these pauses; the last one repeats. Many are by the minute. */
const unknownResetMs = [15, 30, 60, 120, 300, 900].map((seconds) => seconds * 1_000);
const longestUnknownMs = Math.max(...unknownResetMs);

/** A reset that is over already must not become a loop. */
const shortestMs = 1_000;

export const fail = (reason: FailureReason, problem: TurnProblem): Ending => ({
  kind: "fail",
  reason,
  problem,
});

interface RetryState {
  retries: number;
  /** How often in a row the turn met a limit that does not say when it ends. */
  unknownResets?: number;
  /** Epoch ms. */
  now: number;
}

const retry = (
  at: number,
  problem: TurnProblem,
  more: { why?: "held" | "parked"; fresh?: boolean } = {},
): Ending => ({
  kind: "retry",
  at,
  problem,
  why: more.why ?? "held",
  fresh: more.fresh ?? false,
});

/** Retries are counted over the whole turn; the next turn begins at zero. */
export function decideEnding(outcome: AgentOutcome, state: RetryState): Ending {
  switch (outcome.kind) {
    case "completed":
      return { kind: "rest" };
    case "rate_limited": {
      const pause = unknownResetMs[state.unknownResets ?? 0] ?? longestUnknownMs;
      const at = Math.max(outcome.resetAt ?? state.now + pause, state.now + shortestMs);
      return retry(at, { kind: "quota", message: outcome.message }, { why: "parked" });
    }
    case "api_error":
      return afterApiError(outcome, state);
    case "killed":
      return afterProcessEnd({ signal: outcome.signal, exitCode: outcome.exitCode }, outcome.stderr, state);
    case "interrupted":
      // The service did not ask for it, so another program stopped the agent.
      return afterProcessEnd("interrupted", "", state);
    case "conversation_lost": {
      const problem = { kind: "conversation_lost", message: outcome.message } as const;
      return state.retries >= 2
        ? fail("conversation_lost", problem)
        : retry(state.now, problem, { fresh: true });
    }
    case "start_failed":
      if (outcome.shortage != null) return decideShortage(outcome.shortage, state);
      return fail("spawn_failed", { kind: "not_started", message: outcome.message, stderr: outcome.stderr });
  }
}

/** What the machine is short of comes back, so the turn is tried again with growing pauses. */
export function decideShortage(message: string, { retries, now }: RetryState): Ending {
  const problem = { kind: "shortage", message } as const;
  const delay = apiDelaysMs[retries];
  return delay === undefined ? fail("machine_shortage", problem) : retry(now + delay, problem);
}

/** An agent that gave no sign of life was ended. */
export function decideSilence(silence: Silence, { retries, now }: RetryState): Ending {
  const problem = { kind: "silent", silence } as const;
  const delay = killedDelaysMs[retries];
  return delay === undefined ? fail("agent_silent", problem) : retry(now + delay, problem);
}

/** It would meet it again, so it is not tried again. */
export const decideLimit = (limit: LimitKind, limits: Limits): Ending =>
  fail("resource_limit", { kind: "limit", limit, limits });

function afterApiError(
  outcome: Extract<AgentOutcome, { kind: "api_error" }>,
  { retries, now }: RetryState,
): Ending {
  const problem = { kind: "provider", message: outcome.message } as const;
  if (!outcome.retryable) return fail(apiReason[outcome.error] ?? "terminal_api_error", problem);
  const delay = apiDelaysMs[retries];
  return delay === undefined ? fail("api_error_retries_exhausted", problem) : retry(now + delay, problem);
}

function afterProcessEnd(
  end: ProcessEnd | "interrupted",
  stderr: string,
  { retries, now }: RetryState,
): Ending {
  const problem = { kind: "process_ended", end, stderr } as const;
  const delay = killedDelaysMs[retries];
  return delay === undefined ? fail("process_failed", problem) : retry(now + delay, problem);
}

const apiReason: Partial<Record<string, FailureReason>> = {
  authentication: "credential_refused",
  billing: "billing",
  context_length: "context_length",
  model_not_found: "model_not_found",
};

/** What a session says whose clone failed, also while that is tried again. */
export const cloneFailed = "git_clone_failed" satisfies FailureReason;

/**
 * A clone that failed for a temporary reason is tried again five times, over about 18 minutes; one whose server was silent,
 * which takes long to notice, once.
 */
export function decideCloneFailure(
  error: { message: string; transient: boolean; silent: boolean },
  state: RetryState,
): Ending {
  const problem = { kind: "clone", message: error.message } as const;
  const delays = error.silent ? cloneDelaysMs.slice(0, 1) : cloneDelaysMs;
  const delay = error.transient ? delays[state.retries] : undefined;
  return delay === undefined ? fail(cloneFailed, problem) : retry(state.now + delay, problem);
}
