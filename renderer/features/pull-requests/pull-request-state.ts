import type { OpenedPullRequest } from "../../../server/domains/repositories/pull-requests/model.ts";

export type StateName = "unread" | "draft" | "open" | "merged" | "closed";

export function stateOf({ state, is_draft }: Pick<OpenedPullRequest, "state" | "is_draft">): StateName {
  if (state === null) return "unread";
  return state === "open" && is_draft === true ? "draft" : state;
}

/** Where a pull request is with its host. */
export const stateText: Record<StateName, string> = {
  unread: "status unknown",
  draft: "draft",
  open: "open",
  merged: "merged",
  closed: "closed",
};

/** All checks of a pull request taken together. */
export const checksText: Record<NonNullable<OpenedPullRequest["ci"]>, string> = {
  pass: "checks passing",
  fail: "checks failing",
  pending: "checks running",
  cancel: "checks canceled",
  skipping: "checks skipped",
  none: "no checks",
};

/** The one that is at work: open before closed, the newest of them. */
export const mainPullRequest = (requests: readonly OpenedPullRequest[]): OpenedPullRequest | undefined =>
  requests.findLast(({ state }) => state === "open" || state === null) ?? requests.at(-1);

/** "acme/shop#12, open, checks passing". */
export function pullRequestText(request: OpenedPullRequest): string {
  const checks = request.ci === null ? [] : [checksText[request.ci]];
  return [request.name, stateText[stateOf(request)], ...checks].join(", ");
}
