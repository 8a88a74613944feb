import type { CheckReason } from "./check-rules.ts";
import { type GoalCheckName, goalFrame } from "./model.ts";

/** The words of goal checks. */
export const text = {
  checks: {
    pull_request_open: "A pull request is open",
    ci_green: "CI is green",
    verification_section: "The description has a Verification section",
    verification_boxes_checked: "Every box in the description is checked",
    ready_to_merge_label: "Labeled ready to merge",
    no_pull_request: "No pull request was opened",
  } satisfies Record<GoalCheckName, string>,

  /** Why a check has its verdict; `count` is of what the reason is about. */
  reason(reason: CheckReason, count: number): string {
    const word = reasons[reason];
    return typeof word === "string" ? word : word(count);
  },
};

const reasons: Record<CheckReason, string | ((count: number) => string)> = {
  not_read: "The pull request has not been read yet",
  closed: "Every recorded pull request was closed without being merged",
  none_recorded: "No pull request is recorded",
  some_recorded: (count) => `${count} pull request${count === 1 ? " is" : "s are"} recorded`,
  nothing_to_read: "There is no pull request to read",
  open: "A pull request is open",
  one_merged: "A pull request was merged",
  merged: "The pull request was merged",
  ci_passes: "CI passes",
  ci_fails: "CI fails",
  ci_canceled: "CI was canceled",
  ci_running: "CI is running",
  checks_skipped: "All checks were skipped",
  no_checks: "No checks are configured",
  section_found: "The description has the section",
  section_missing: "The description has no heading that starts with Verification",
  boxes_unchecked: (count) => `Unchecked boxes in the description: ${count}`,
  boxes_checked: (count) => `Checked boxes under Verification: ${count}`,
  no_checked_box: "No checked box under Verification",
  label_applied: "The label is applied",
  label_missing: "The label is not applied",
};

/** R196: the section below a prompt that states the goal. */
export function goalBlock(goal: string): string {
  return `${goalFrame.head}\n\n${goal}\n\n${goalFrame.tail}`;
}
