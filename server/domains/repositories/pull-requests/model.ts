import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { sessionRef } from "../../sessions/sessions/model.ts";

/** A workflow run of a merge commit, in GitHub's words. */
export const mergeRun = z.object({
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullable(),
});
export type MergeRun = z.infer<typeof mergeRun>;

/** A pull request that a session opened, as it was last read. */
export const openedPullRequest = z
  .object({
    url: z.string(),
    /** `owner/repository#number`. */
    name: z.string(),
    title: z.string().nullable(),
    /** Null before the first reading, like the next two. */
    state: z.enum(["open", "merged", "closed"]).nullable(),
    is_draft: z.boolean().nullable(),
    /** All its checks taken together; `none` when it has none. */
    ci: z.enum(["pass", "fail", "pending", "cancel", "skipping", "none"]).nullable(),
  })
  .meta({ id: "OpenedPullRequest" });
export type OpenedPullRequest = z.infer<typeof openedPullRequest>;

export const mergeOperations = {
  authorizeMerge: operation({
    id: "authorizeMerge",
    method: "post",
    path: "/sessions/{id}/authorize_merge",
    source: "E23",
    summary: "A person's word that the session may merge its newest pull request",
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
