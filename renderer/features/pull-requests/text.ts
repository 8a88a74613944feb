import type { NoticeKind, OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";

/** The words of pull requests. */
export const text = {
  states: {
    link: "not read",
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
  /** The messages that sessions get about their pull requests. */
  notices: {
    title: "Tell the agent",
    menu: "Tell the agent when…",
    defaultsTitle: "Messages about pull requests",
    defaultsHint:
      "When one of these happens to a pull request that a session opened, the session gets a message and works on it. Each session can differ.",
    what: "what agents are told",
    failed: "Could not save what the agent is told",
    kinds: {
      merged: "It was merged",
      conflicts: "It has conflicts",
      checks: "Checks failed",
      comments: "Reviewer comments",
    } satisfies Readonly<Record<NoticeKind, string>>,
  },
  andMore: (request: string, count: number) => `${request}, and ${count} more`,
};
