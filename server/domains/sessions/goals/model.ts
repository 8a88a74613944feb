import { z } from "zod";

/** What stands before and after a goal below a prompt. Transcripts have it, so earlier words must stay readable. */
export const goalFrame = {
  head: "## Goal of this session",
  tail: "Keep working until this goal is met, and stop as soon as it is.",
} as const;

/** The checks of recorded state that decide whether a goal is met. */
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

/** Facts from a pull request's description; the text itself is not stored. */
export const descriptionFacts = z.object({
  /** A heading that begins with "Verification" is there. */
  verification: z.boolean(),
  /** Checked boxes below it. */
  verified: z.number().int(),
  /** Unchecked boxes anywhere. */
  unchecked: z.number().int(),
});
export type DescriptionFacts = z.infer<typeof descriptionFacts>;

/** What has been seen of one check, or of all of them together (X23). */
export const checkVerdict = z.enum(["met", "unmet", "pending", "unknown"]);
export type CheckVerdict = z.infer<typeof checkVerdict>;

const checkedPullRequest = z.object({
  /** Which session recorded it. */
  session_id: z.number().int(),
  url: z.string(),
  title: z.string().nullable(),
  /** As last read; null before the first reading. */
  state: z.enum(["open", "merged", "closed"]).nullable(),
  is_draft: z.boolean().nullable(),
  /** All its checks taken together; `none` when it has none, null while unread. */
  ci: z.enum(["pass", "fail", "pending", "cancel", "skipping", "none"]).nullable(),
});

/** `goal_check` of a session (R198): computed when it is read, and never stored. */
export const goalCheck = z
  .object({
    goal_id: z.string(),
    verdict: checkVerdict,
    /** The session is not idle, so the verdict may still change. */
    provisional: z.boolean(),
    criteria: z.array(
      z.object({ id: goalCheckName, label: z.string(), verdict: checkVerdict, reason: z.string() }),
    ),
    pull_requests: z.array(checkedPullRequest),
    /** The sessions below this one whose pull requests were checked instead of its own. */
    delegated_session_ids: z.array(z.number().int()),
  })
  .meta({ id: "GoalCheck" });
export type GoalCheck = z.infer<typeof goalCheck>;
