import { z } from "zod";

/** A workflow run of a merge commit, in GitHub's words. */
export const mergeRun = z.object({
  name: z.string(),
  status: z.string(),
  conclusion: z.string().nullable(),
});
export type MergeRun = z.infer<typeof mergeRun>;
