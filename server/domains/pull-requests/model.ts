import { z } from "zod";
import { operation } from "../../http/model.ts";
import { sessionRef } from "../sessions/model.ts";

/** A workflow run of a merge commit, in GitHub's words. */
export const mergeRun = z.object({
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullable(),
});
export type MergeRun = z.infer<typeof mergeRun>;

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
