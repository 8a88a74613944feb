import { stripVTControlCharacters } from "node:util";
import type { ProcessExit } from "../line-process.ts";
import type { AgentOutcome } from "../outcome.ts";
import { classifyFailure } from "./classify.ts";

/** The last answer of the model in this turn. */
export interface FinalAnswer {
  stopReason: string;
  errorMessage: string | null;
  text: string;
}

/** All that is known of a turn once its process is gone. */
export interface AgentRecord {
  /** We asked it to stop before it had come to rest. */
  interrupted: boolean;
  /** Why pi did not take the prompt. */
  refusal: string | null;
  /** pi took the prompt. */
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
  if (turn.refusal !== null) return judgeStart(turn.refusal, turn.exit.stderr);
  if (turn.settled) return judgeAnswer(turn.answer, now);

  const signal = turn.exit.signal ?? signalByCode.get(turn.exit.code ?? 0) ?? null;
  const stderr = stripVTControlCharacters(turn.exit.stderr);
  if (!turn.accepted && signal === null) return judgeStart(errorLine(stderr), stderr);
  return { kind: "killed", signal, exitCode: turn.exit.code, stderr };
}

function judgeAnswer(answer: FinalAnswer | null, now: number): AgentOutcome {
  if (answer === null) return { kind: "completed", lastMessage: null };
  if (answer.stopReason === "error")
    return classifyFailure(answer.errorMessage ?? "The model call failed.", now);
  if (answer.stopReason === "aborted") {
    const message = answer.errorMessage ?? "The run was broken off inside pi.";
    return { kind: "api_error", error: "unknown", status: null, message, retryable: true };
  }
  return { kind: "completed", lastMessage: answer.text || null };
}

/** A missing login is the one refusal a person can mend in a moment, so it has its own sentence. */
function judgeStart(reason: string, stderr: string): AgentOutcome {
  if (/no api key|no models available|authentication failed/i.test(reason)) {
    const first = reason.split("\n", 1)[0] ?? "";
    const message = `${first} Give the service OPENROUTER_API_KEY, or run pi and sign in with /login.`;
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
  return line?.replace(/^Error: /, "") ?? "pi ended before it took the prompt, and said nothing.";
}
