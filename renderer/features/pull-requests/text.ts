import type { OpenedPullRequest } from "../../../server/domains/repositories/pull-requests/model.ts";

/** The words of pull requests. */
export const text = {
  states: {
    unread: "status unknown",
    draft: "draft",
    open: "open",
    merged: "merged",
    closed: "closed",
  },
  checks: {
    pass: "checks passing",
    fail: "checks failing",
    pending: "checks running",
    cancel: "checks canceled",
    skipping: "checks skipped",
    none: "no checks",
  } satisfies Readonly<Record<NonNullable<OpenedPullRequest["ci"]>, string>>,
  andMore: (request: string, count: number) => `${request}, and ${count} more`,
};
