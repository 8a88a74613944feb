export interface EarlierRequest {
  fingerprint: string;
  state: "reserved" | "written" | "answered";
  answerKept: boolean;
  createdAt: number;
}

/** How long a key is remembered. */
export const keptMs = 7 * 24 * 60 * 60_000;
/** A larger answer is not stored. */
export const mostAnswerBytes = 64 * 1024;
/** All answers together; beyond it, the oldest keys are forgotten first. */
export const mostTotalBytes = 64 * 1024 * 1024;

export type Repetition = "run" | "replay" | "other_request" | "still_running" | "answer_lost";

/** What a request with a key means, by the earlier one with the same key. */
export function decideRepetition(
  earlier: EarlierRequest | undefined,
  request: { fingerprint: string; running: boolean; now: number },
): Repetition {
  if (earlier === undefined) return "run";
  if (!request.running && earlier.createdAt <= request.now - keptMs) return "run";
  if (earlier.fingerprint !== request.fingerprint) return "other_request";
  if (request.running) return "still_running";
  // The service stopped before it had stored anything of the first request.
  if (earlier.state === "reserved") return "run";
  return earlier.state === "answered" && earlier.answerKept ? "replay" : "answer_lost";
}
