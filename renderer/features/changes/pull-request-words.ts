import type { MergeRun } from "../../../server/domains/repositories/pull-requests/model.ts";

export type Tone = "good" | "bad" | "waiting" | "quiet";

const bad: ReadonlySet<string> = new Set(["failure", "timed_out", "startup_failure", "action_required"]);

/** A run as its host names it: the conclusion, or how far it is. */
export function runWords({ status, conclusion }: MergeRun): { words: string; tone: Tone } {
  const words = (conclusion ?? status).replaceAll("_", " ");
  if (conclusion === null) return { words, tone: "waiting" };
  if (conclusion === "success") return { words, tone: "good" };
  return { words, tone: bad.has(conclusion) ? "bad" : "quiet" };
}

/** Where the host shows the checks of a pull request. */
export const checksUrl = (url: string): string => `${url}/checks`;
