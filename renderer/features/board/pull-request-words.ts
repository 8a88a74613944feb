import type { OpenedPullRequest } from "../../../server/domains/pull-requests/model.ts";

export type PullRequestState = "unread" | "draft" | "open" | "merged" | "closed";

export function stateOf({ state, is_draft }: OpenedPullRequest): PullRequestState {
  if (state === null) return "unread";
  return state === "open" && is_draft === true ? "draft" : state;
}

const stateWords: Record<PullRequestState, string> = {
  unread: "not read yet",
  draft: "a draft",
  open: "open",
  merged: "merged",
  closed: "closed",
};

const checkWords: Record<NonNullable<OpenedPullRequest["ci"]>, string | null> = {
  pass: "its checks pass",
  fail: "its checks fail",
  pending: "its checks run",
  cancel: "its checks were cancelled",
  skipping: "its checks were skipped",
  none: null,
};

/** The one that is at work: open before closed, the newest of them. */
export const mainPullRequest = (requests: readonly OpenedPullRequest[]): OpenedPullRequest | undefined =>
  requests.findLast(({ state }) => state === "open" || state === null) ?? requests.at(-1);

/** "acme/shop#12, open, its checks pass". */
export function pullRequestWords(request: OpenedPullRequest): string {
  const checks = request.ci === null ? null : checkWords[request.ci];
  return [request.name, stateWords[stateOf(request)], checks].filter((part) => part !== null).join(", ");
}
