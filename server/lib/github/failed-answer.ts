import { RateLimited } from "./client.ts";

/** The status of an answer that was an error; null if there was no answer. */
export function statusOf(error: unknown): number | null {
  if (error instanceof RateLimited || typeof error !== "object" || error === null) return null;
  return "status" in error && typeof error.status === "number" && "response" in error ? error.status : null;
}

type Allowed<Answer> = { answer: Answer; refusal: null } | { answer: null; refusal: unknown };

/** A token may be allowed to read one of several lists alone. */
export const unlessForbidden = <Answer>(asked: Promise<Answer>): Promise<Allowed<Answer>> =>
  asked.then(
    (answer) => ({ answer, refusal: null }),
    (refusal: unknown) => {
      if (statusOf(refusal) !== 403) throw refusal;
      return { answer: null, refusal };
    },
  );
