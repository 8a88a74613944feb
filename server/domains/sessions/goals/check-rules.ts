import type { CheckVerdict, DescriptionFacts, GoalCheckName, GoalView } from "./model.ts";

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

/** Why a check has its verdict. */
export type CheckReason =
  | "not_read"
  | "closed"
  | "none_recorded"
  | "some_recorded"
  | "nothing_to_read"
  | "open"
  | "one_merged"
  | "merged"
  | "ci_passes"
  | "ci_fails"
  | "ci_canceled"
  | "ci_running"
  | "checks_skipped"
  | "no_checks"
  | "section_found"
  | "section_missing"
  | "boxes_unchecked"
  | "boxes_checked"
  | "no_checked_box"
  | "label_applied"
  | "label_missing";

interface Reading {
  verdict: CheckVerdict;
  reason: CheckReason;
  /** How many of what the reason names; 0 if it counts nothing. */
  count: number;
}

type PullRequests = readonly RecordedPullRequest[];

const met = (reason: CheckReason, count = 0): Reading => ({ verdict: "met", reason, count });
const unmet = (reason: CheckReason, count = 0): Reading => ({ verdict: "unmet", reason, count });
const pending = (reason: CheckReason): Reading => ({ verdict: "pending", reason, count: 0 });
const unknown = (reason: CheckReason): Reading => ({ verdict: "unknown", reason, count: 0 });

const readers: Record<GoalCheckName, (pullRequests: PullRequests) => Reading> = {
  pull_request_open: readOpen,
  ci_green: (all) => worstOf(all, readCi),
  verification_section: (all) => worstOf(all, readVerification),
  verification_boxes_checked: (all) => worstOf(all, readBoxes),
  ready_to_merge_label: (all) => worstOf(all, readLabel),
  no_pull_request: (all) => (all.length === 0 ? met("none_recorded") : unmet("some_recorded", all.length)),
};

/** One check against these pull requests. */
export const readCheck = (name: GoalCheckName, pullRequests: PullRequests): Reading =>
  readers[name](pullRequests);

/** Whether a goal falls back to the pull requests of sessions below if the session has none. */
export const wantsPullRequest = ({ checks: names }: GoalView): boolean => names.includes("pull_request_open");

/** X23: unmet before met before pending; unknown only if nothing could be read. */
export function combinedVerdict(verdicts: readonly CheckVerdict[]): CheckVerdict {
  if (verdicts.includes("unmet")) return "unmet";
  if (verdicts.every((verdict) => verdict === "met")) return "met";
  return verdicts.every((verdict) => verdict === "unknown") ? "unknown" : "pending";
}

function readOpen(all: PullRequests): Reading {
  if (all.length === 0) return unmet("none_recorded");
  if (all.some(({ state }) => state === "open")) return met("open");
  if (all.some(({ state }) => state === "merged")) return met("one_merged");
  return all.some(({ state }) => state === null) ? unknown("not_read") : unmet("closed");
}

const worstFirst: readonly CheckVerdict[] = ["unmet", "pending", "unknown", "met"];

/** Pull requests closed unmerged count only if there are no others (X24). */
function worstOf(all: PullRequests, read: (one: RecordedPullRequest) => Reading): Reading {
  const notClosed = all.filter(({ state }) => state !== "closed");
  const readings = (notClosed.length > 0 ? notClosed : all).map(read);
  const worst = worstFirst.flatMap(
    (verdict) => readings.find((reading) => reading.verdict === verdict) ?? [],
  );
  return worst[0] ?? unknown("nothing_to_read");
}

function readCi({ state, ci }: RecordedPullRequest): Reading {
  if (state === "merged") return met("merged");
  if (state === "closed") return unmet("closed");
  switch (ci) {
    case "pass":
      return met("ci_passes");
    case "fail":
      return unmet("ci_fails");
    case "cancel":
      return unmet("ci_canceled");
    case "pending":
      return pending("ci_running");
    case "skipping":
      return unknown("checks_skipped");
    case "none":
      return unknown("no_checks");
    case null:
      return unknown("not_read");
  }
}

function readVerification({ description }: RecordedPullRequest): Reading {
  if (description === null) return unknown("not_read");
  return description.verification ? met("section_found") : unmet("section_missing");
}

function readBoxes({ description }: RecordedPullRequest): Reading {
  if (description === null) return unknown("not_read");
  if (description.unchecked > 0) return unmet("boxes_unchecked", description.unchecked);
  return description.verified > 0 ? met("boxes_checked", description.verified) : unmet("no_checked_box");
}

function readLabel({ state, labels }: RecordedPullRequest): Reading {
  if (state === "merged") return met("merged");
  if (labels === null) return unknown("not_read");
  return labels.some(isReadyToMerge) ? met("label_applied") : unmet("label_missing");
}

const isReadyToMerge = (label: string): boolean =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[-_\s]+/g, " ") === "ready to merge";
