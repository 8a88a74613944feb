import type { CheckVerdict, DescriptionFacts, GoalCheck, GoalCheckName, GoalView } from "./model.ts";

/** A pull request recorded by a session, as last read; a field is null until it was read. */
export interface RecordedPullRequest {
  sessionId: number;
  url: string;
  title: string | null;
  state: "open" | "merged" | "closed" | null;
  isDraft: boolean | null;
  ci: "pass" | "fail" | "pending" | "cancel" | "skipping" | "none" | null;
  labels: readonly string[] | null;
  description: DescriptionFacts | null;
}

interface Reading {
  verdict: CheckVerdict;
  reason: string;
}

interface Check {
  label: string;
  read(pullRequests: readonly RecordedPullRequest[]): Reading;
}

const met = (reason: string): Reading => ({ verdict: "met", reason });
const unmet = (reason: string): Reading => ({ verdict: "unmet", reason });
const pending = (reason: string): Reading => ({ verdict: "pending", reason });
const unknown = (reason: string): Reading => ({ verdict: "unknown", reason });

const unread = "The pull request was not read yet";
const closedUnmerged = "Every recorded pull request was closed unmerged";

const checks: Record<GoalCheckName, Check> = {
  pull_request_open: { label: "A pull request is open", read: readOpen },
  ci_green: { label: "CI is green", read: (all) => worstOf(all, readCi) },
  verification_section: {
    label: "The description has a Verification section",
    read: (all) => worstOf(all, readVerification),
  },
  verification_boxes_checked: {
    label: "Every box of the description is checked",
    read: (all) => worstOf(all, readBoxes),
  },
  ready_to_merge_label: { label: "Labelled ready to merge", read: (all) => worstOf(all, readLabel) },
  no_pull_request: {
    label: "No pull request was opened",
    read: (all) => (all.length === 0 ? met("None is recorded") : unmet(`${all.length} recorded`)),
  },
};

/** Whether a goal falls back to the pull requests of sessions below if the session has none. */
export const wantsPullRequest = ({ checks: names }: GoalView): boolean => names.includes("pull_request_open");

/** R198: the goal's checks against these pull requests, which are the session's own or those of sessions below it. */
export function checkGoal(
  goal: GoalView,
  of: { sessionId: number; status: string; pullRequests: readonly RecordedPullRequest[] },
): GoalCheck {
  const criteria = goal.checks.map((id) => ({
    id,
    label: checks[id].label,
    ...checks[id].read(of.pullRequests),
  }));
  const others = of.pullRequests.map(({ sessionId }) => sessionId).filter((id) => id !== of.sessionId);
  return {
    goal_id: goal.id,
    verdict: combinedVerdict(criteria.map(({ verdict }) => verdict)),
    provisional: of.status !== "needs_input" && of.status !== "archived",
    criteria,
    pull_requests: of.pullRequests.map(({ sessionId, url, title, state, isDraft, ci }) => ({
      session_id: sessionId,
      url,
      title,
      state,
      is_draft: isDraft,
      ci,
    })),
    delegated_session_ids: [...new Set(others)],
  };
}

/** X23: unmet before met before pending; unknown only if nothing could be read. */
export function combinedVerdict(verdicts: readonly CheckVerdict[]): CheckVerdict {
  if (verdicts.includes("unmet")) return "unmet";
  if (verdicts.every((verdict) => verdict === "met")) return "met";
  return verdicts.every((verdict) => verdict === "unknown") ? "unknown" : "pending";
}

function readOpen(all: readonly RecordedPullRequest[]): Reading {
  if (all.length === 0) return unmet("No pull request is recorded");
  if (all.some(({ state }) => state === "open")) return met("A pull request is open");
  if (all.some(({ state }) => state === "merged")) return met("A pull request was merged");
  return all.some(({ state }) => state === null) ? unknown(unread) : unmet(closedUnmerged);
}

const badness: readonly CheckVerdict[] = ["unmet", "pending", "unknown", "met"];

/** Pull requests closed unmerged count only if there are no others (X24). */
function worstOf(all: readonly RecordedPullRequest[], read: (one: RecordedPullRequest) => Reading): Reading {
  const live = all.filter(({ state }) => state !== "closed");
  const readings = (live.length > 0 ? live : all).map(read);
  const worst = badness.flatMap((verdict) => readings.find((reading) => reading.verdict === verdict) ?? []);
  return worst[0] ?? unknown("There is no pull request to read");
}

function readCi({ state, ci }: RecordedPullRequest): Reading {
  if (state === "merged") return met("The pull request was merged");
  if (state === "closed") return unmet(closedUnmerged);
  switch (ci) {
    case "pass":
      return met("CI passes");
    case "fail":
      return unmet("CI fails");
    case "cancel":
      return unmet("CI was cancelled");
    case "pending":
      return pending("CI is running");
    case "skipping":
      return unknown("All checks were skipped");
    case "none":
      return unknown("No checks are configured");
    case null:
      return unknown(unread);
  }
}

function readVerification({ description }: RecordedPullRequest): Reading {
  if (description === null) return unknown(unread);
  return description.verification
    ? met("The section is there")
    : unmet("The description has no heading that begins with Verification");
}

function readBoxes({ description }: RecordedPullRequest): Reading {
  if (description === null) return unknown(unread);
  if (description.unchecked > 0) return unmet(`Unchecked boxes in the description: ${description.unchecked}`);
  return description.verified > 0
    ? met(`Checked boxes under Verification: ${description.verified}`)
    : unmet("No checked box under Verification");
}

function readLabel({ state, labels }: RecordedPullRequest): Reading {
  if (state === "merged") return met("The pull request was merged");
  if (labels === null) return unknown(unread);
  return labels.some(isReadyToMerge) ? met("The label is applied") : unmet("The label is not applied");
}

const isReadyToMerge = (label: string): boolean =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, " ") === "ready to merge";
