import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { ApiError, errorMessages } from "../../lib/api-error.ts";
import type { Refusal } from "./refusals.ts";

const concurrency = 4;

export interface BatchResult {
  done: readonly Session[];
  refusals: readonly Refusal[];
}

export const refusalOf = (session: Session, error: unknown): Refusal => ({
  session,
  reason: error instanceof ApiError ? error.error : "Error",
  message: errorMessages(error).join(" "),
});

/** Runs the request for each session, a few at a time. A refusal does not stop the others. */
export async function runBatch(
  sessions: readonly Session[],
  run: (session: Session) => Promise<unknown>,
  onProgress: (count: number) => void,
): Promise<BatchResult> {
  const done: Session[] = [];
  const refusals: Refusal[] = [];
  const queue = sessions.values();
  async function work(): Promise<void> {
    for (const session of queue) {
      try {
        await run(session);
        done.push(session);
      } catch (error) {
        refusals.push(refusalOf(session, error));
      }
      onProgress(done.length + refusals.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, sessions.length) }, work));
  return { done, refusals };
}
