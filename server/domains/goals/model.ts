import { z } from "zod";

/** What is read off recorded state to tell whether a goal is met. */
export const goalCheckName = z.enum([
  "pull_request_open",
  "ci_green",
  "verification_section",
  "verification_boxes_checked",
  "ready_to_merge_label",
  "no_pull_request",
]);
export type GoalCheckName = z.infer<typeof goalCheckName>;

/** One element of `goals` in GET /configs. `description` is the text that is appended to prompts. */
export const goalView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  checks: z.array(goalCheckName),
});
export type GoalView = z.infer<typeof goalView>;
