import type { MergeRun } from "../../../server/domains/review/pull-requests/model.ts";

export type Tone = "good" | "bad" | "waiting" | "quiet";

const bad: ReadonlySet<string> = new Set(["failure", "timed_out", "startup_failure", "action_required"]);

/** The host's own word for a run: its conclusion, or its status while it is running. */
export function runLabel({ status, conclusion }: MergeRun): { label: string; tone: Tone } {
  const label = (conclusion ?? status).replaceAll("_", " ");
  if (conclusion === null) return { label, tone: "waiting" };
  if (conclusion === "success") return { label, tone: "good" };
  return { label, tone: bad.has(conclusion) ? "bad" : "quiet" };
}

/** The host's page of the checks of a pull request. */
export const checksUrl = (url: string): string => `${url}/checks`;
