/** One check of a commit, in GitHub's words: a run has a status and a conclusion, a commit status a state. */
export interface CheckContext {
  /** Runs of one name are tries at the same check. */
  name: string;
  startedAt: string | null;
  status?: string | null | undefined;
  conclusion?: string | null | undefined;
  state?: string | null | undefined;
}

export type Ci = "pass" | "fail" | "pending" | "cancel" | "skipping" | "none";

const outcomes: Readonly<Record<string, Ci>> = {
  SUCCESS: "pass",
  NEUTRAL: "pass",
  SKIPPED: "skipping",
  CANCELLED: "cancel",
  FAILURE: "fail",
  ERROR: "fail",
  TIMED_OUT: "fail",
  STARTUP_FAILURE: "fail",
  ACTION_REQUIRED: "fail",
};

/** The worst first; what was skipped counts only where nothing passed. */
const precedence: readonly Ci[] = ["fail", "pending", "cancel", "pass", "skipping"];

/**
 * A commit's checks taken together; of each the newest try. `total` is GitHub's own word on all of them, which may
 * be more than are listed.
 */
export function rollUp(contexts: readonly CheckContext[], total: string | null): Ci {
  const newest = new Map<string, CheckContext>();
  for (const context of contexts) {
    const before = newest.get(context.name);
    if (!before || (context.startedAt ?? "") >= (before.startedAt ?? "")) newest.set(context.name, context);
  }
  const seen = [...newest.values()].map(outcomeOf);
  const listed = precedence.find((outcome) => seen.includes(outcome)) ?? "none";
  if (total === null || newest.size < contexts.length || listed === "fail") return listed;
  const whole = outcomes[total] ?? "pending";
  return whole === "pass" || seen.includes("cancel") ? listed : whole;
}

const outcomeOf = ({ status, conclusion, state }: CheckContext): Ci =>
  status !== null && status !== undefined && status !== "COMPLETED"
    ? "pending"
    : (outcomes[conclusion ?? state ?? ""] ?? "pending");
