import type { ReadPullRequest } from "../../../server/domains/changes/model.ts";
import type { MergeRun } from "../../../server/domains/pull-requests/model.ts";

export type Tone = "good" | "bad" | "waiting" | "quiet";

/** The board's own words are fetched with the board. */
const checkWords: Record<NonNullable<ReadPullRequest["ci"]>, { words: string; tone: Tone }> = {
  pass: { words: "its checks pass", tone: "good" },
  fail: { words: "its checks fail", tone: "bad" },
  pending: { words: "its checks run", tone: "waiting" },
  cancel: { words: "its checks were cancelled", tone: "quiet" },
  skipping: { words: "its checks were skipped", tone: "quiet" },
  none: { words: "it has no checks", tone: "quiet" },
};

/** All checks of an open one taken together; null once it is closed, or before it was read. */
export const checksOf = ({ ci }: ReadPullRequest): { words: string; tone: Tone } | null =>
  ci === null ? null : checkWords[ci];

/** Where it is with its host. */
export function stateWord({ state, is_draft }: ReadPullRequest): string {
  if (state === null) return "not read yet";
  return state === "open" && is_draft === true ? "a draft" : state;
}

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
