import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { descriptionFacts } from "../../sessions/goals/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

/** A workflow run of a merge commit, with GitHub's values. */
export const mergeRun = z.object({
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullable(),
});
export type MergeRun = z.infer<typeof mergeRun>;

/** How many reads in a row have failed, and the last failure. `at` is in epoch milliseconds. */
export const failedReads = z.object({ count: z.number(), at: z.number(), message: z.string() });
export type FailedReads = z.infer<typeof failedReads>;

/** What is stored of a description: what the goal checks read in it. */
export const bodyFacts = descriptionFacts;

/** A pull request that a session opened, as it was last read. */
export const openedPullRequest = z
  .object({
    url: z.string(),
    /** `owner/repository#number`. */
    name: z.string(),
    title: z.string().nullable(),
    /** null before the first read, like the next two. */
    state: z.enum(["open", "merged", "closed"]).nullable(),
    is_draft: z.boolean().nullable(),
    /** The combined result of its checks; `none` if it has no checks. */
    ci: z.enum(["pass", "fail", "pending", "cancel", "skipping", "none"]).nullable(),
    /** It is in a repository that the session was not cloned from, so that it is never read. */
    link_only: z.boolean(),
  })
  .meta({ id: "OpenedPullRequest" });
export type OpenedPullRequest = z.infer<typeof openedPullRequest>;

export const mergeOperations = {
  authorizeMerge: operation({
    id: "authorizeMerge",
    method: "post",
    path: "/sessions/{id}/authorize_merge",
    source: "E23",
    summary: "Allow the session to merge its newest pull request; only a person can",
    callers: ["human"],
    params: sessionRef,
    response: z.object({
      outcome: z.enum(["sent", "already_sent"]),
      message: z.string(),
      pr_url: z.string(),
    }),
    errors: [403, 404],
  }),
} as const;

/** The messages that a session gets about the pull requests that it opened. */
export const noticeKinds = ["merged", "conflicts", "checks", "comments"] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const each = <T extends z.ZodType>(schema: T) =>
  z.object({ merged: schema, conflicts: schema, checks: schema, comments: schema });

export const pullRequestNotices = each(z.boolean()).meta({ id: "PullRequestNotices" });
export type PullRequestNotices = z.infer<typeof pullRequestNotices>;

/** Null leaves a kind to the defaults. */
export const chosenNotices = each(z.boolean().nullable()).meta({ id: "ChosenPullRequestNotices" });
export type ChosenNotices = z.infer<typeof chosenNotices>;

export const allNotices: PullRequestNotices = { merged: true, conflicts: true, checks: true, comments: true };
export const nothingChosen: ChosenNotices = { merged: null, conflicts: null, checks: null, comments: null };

const answer = z.object({ chosen: chosenNotices, effective: pullRequestNotices });
export type SessionNotices = z.infer<typeof answer>;

export const noticeOperations = {
  getNoticeDefaults: operation({
    id: "getNoticeDefaults",
    method: "get",
    path: "/pull_request_notices",
    summary: "Get which messages sessions get about their pull requests by default",
    callers: ["board"],
    response: z.object({ notices: pullRequestNotices }),
  }),
  saveNoticeDefaults: operation({
    id: "saveNoticeDefaults",
    method: "put",
    path: "/pull_request_notices",
    summary: "Set which messages sessions get about their pull requests by default",
    callers: ["board"],
    body: pullRequestNotices,
    response: z.object({ notices: pullRequestNotices }),
  }),
  getSessionNotices: operation({
    id: "getSessionNotices",
    method: "get",
    path: "/sessions/{id}/pull_request_notices",
    summary: "Get which messages the session gets about its pull requests",
    callers: ["api", "native"],
    params: sessionRef,
    response: answer,
    errors: [404],
  }),
  changeSessionNotices: operation({
    id: "changeSessionNotices",
    method: "patch",
    path: "/sessions/{id}/pull_request_notices",
    summary:
      "Change which messages the session gets about its pull requests; null leaves a kind to the defaults",
    callers: ["api", "native"],
    params: sessionRef,
    body: chosenNotices.partial(),
    response: answer,
    errors: [404],
  }),
} as const;
