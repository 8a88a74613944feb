import type { MergeRun } from "./model.ts";

/** What a message that the service writes by itself is of. */
export type ToldOf = "automated_pr_merged" | "automated_merge_conflict";

const machine = "[Signalbox] This is an automatic message, not a person:";

/** R68: what a session is told of a pull request that was merged. */
export function mergedMessage(of: {
  url: string;
  mergeSha: string | null;
  /** Null where they could not be read. */
  runs: readonly MergeRun[] | null;
  /** Its other pull requests that are open. */
  stillOpen: readonly string[];
}): string {
  const { url, mergeSha, runs, stillOpen } = of;
  const parts = [
    `${machine} the pull request ${url}, which this session opened, was merged.`,
    "If a person asked something here that you have not answered, that goes first. Otherwise: if you waited for the merge, go on with what comes after it; if nothing is left to do, archive this session.",
    ...(stillOpen.length > 0 ? [`Still open are ${stillOpen.join(", ")}.`] : []),
    ...(mergeSha === null || runs === null ? [] : [runsBlock(mergeSha, runs)]),
  ];
  return parts.join("\n\n");
}

/** What the workflow runs of the merge commit mean for the session. */
function runsBlock(sha: string, runs: readonly MergeRun[]): string {
  const ongoing = runs.filter(({ status }) => status !== "completed");
  const failed = runs.filter((run) => run.status === "completed" && !isGood(run));
  if (runs.length === 0) {
    return `No workflow run was seen yet on the merge commit ${sha}; they may come some seconds late. List its runs once yourself, by the commit; if there are none, archive now.`;
  }
  if (ongoing.length === 0 && failed.length === 0)
    return `All workflow runs of the merge commit ${sha} have succeeded; there is nothing to wait for.`;
  const sentences = [
    failed.length > 0 &&
      `Not successful on the merge commit ${sha}: ${failed.map(nameOf).join(", ")}. Find out why and say so; do not archive over it.`,
    ongoing.length > 0 &&
      `Still under way on the merge commit ${sha}: ${ongoing.map(nameOf).join(", ")}. Sleep about two minutes by a wake and look again, ten times at most; then archive, and name what had not ended.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join("\n");
}

const isGood = ({ conclusion }: MergeRun): boolean =>
  conclusion === "success" || conclusion === "skipped" || conclusion === "neutral";

/** Names come from the repository: one line, and not too long. */
const nameOf = ({ name, conclusion }: MergeRun): string =>
  `${name.replaceAll(/\s+/g, " ").slice(0, 100)}${conclusion === null ? "" : ` (${conclusion})`}`;

/** What a session is told of a pull request that cannot be merged any more. */
export const conflictMessage = (url: string): string =>
  [
    `${machine} the pull request ${url}, which this session opened, has conflicts with the branch it is to be merged into.`,
    "See whether it still has. If so, bring the branch up to date, resolve the conflicts without losing what either side meant, run the tests, and push; then see to CI as before. If it has none any more, or the pull request is merged or closed, do nothing.",
  ].join("\n\n");
