import { RateLimited } from "./client.ts";

/** The status of an answer that was an error; null if there was no answer. */
export function statusOf(error: unknown): number | null {
  if (error instanceof RateLimited || typeof error !== "object" || error === null) return null;
  return "status" in error && typeof error.status === "number" && "response" in error ? error.status : null;
}
