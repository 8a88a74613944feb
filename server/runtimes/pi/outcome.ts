import { stripVTControlCharacters } from "node:util";
import type { ProcessExit } from "../line-process.ts";
import type { AgentOutcome } from "../outcome.ts";
import { classifyFailure } from "./classify.ts";
import { text } from "./text.ts";

/** The last answer of the model in this turn. */
export interface FinalAnswer {
  stopReason: string;
  errorMessage: string | null;
  text: string;
}

/** What is known about a turn once its process has exited. */
export interface AgentRecord {
  /** We stopped it before it finished. */
  interrupted: boolean;
  /** Why pi did not accept the prompt. */
  refusal: string | null;
  /** pi accepted the prompt. */
  accepted: boolean;
  settled: boolean;
  answer: FinalAnswer | null;
  exit: ProcessExit;
}

const signalByCode = new Map([
  [129, "SIGHUP"],
  [130, "SIGINT"],
  [137, "SIGKILL"],
  [143, "SIGTERM"],
]);

/** Our own interrupt goes first: pi then reports an aborted or even a failed answer. */
export function decideOutcome(turn: AgentRecord, now: number): AgentOutcome {
  if (turn.interrupted) return { kind: "interrupted" };
  if (turn.refusal !== null) return startOutcome(turn.refusal, turn.exit.stderr);
  if (turn.settled) return answerOutcome(turn.answer, now);

  const signal = turn.exit.signal ?? signalByCode.get(turn.exit.code ?? 0) ?? null;
  const stderr = stripVTControlCharacters(turn.exit.stderr);
  if (!turn.accepted && signal === null) return startOutcome(errorLine(stderr), stderr);
  return { kind: "killed", signal, exitCode: turn.exit.code, stderr };
}

function answerOutcome(answer: FinalAnswer | null, now: number): AgentOutcome {
  if (answer === null) return { kind: "completed", lastMessage: null };
  if (answer.stopReason === "error") return classifyFailure(answer.errorMessage ?? text.callFailed, now);
  if (answer.stopReason === "aborted") {
    const message = answer.errorMessage ?? text.aborted;
    return { kind: "api_error", error: "unknown", status: null, message, retryable: true };
  }
  return { kind: "completed", lastMessage: answer.text || null };
}

/** A missing sign-in is easy to fix for a person, so it has its own sentence. */
function startOutcome(reason: string, stderr: string): AgentOutcome {
  if (/no api key|no models available|authentication failed/i.test(reason)) {
    const first = reason.split("\n", 1)[0] ?? "";
    const message = text.signInNeeded(first);
    return { kind: "api_error", error: "authentication", status: null, message, retryable: false };
  }
  if (/^unknown model/i.test(reason)) {
    return { kind: "api_error", error: "model_not_found", status: null, message: reason, retryable: false };
  }
  return { kind: "start_failed", message: reason, stderr };
}

function errorLine(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const line = lines.find((candidate) => /^Error: |^No /.test(candidate)) ?? lines.at(-1);
  return line?.replace(/^Error: /, "") ?? text.exitedEarly;
}
