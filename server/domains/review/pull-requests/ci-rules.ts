/** One check of a commit, with GitHub's values: a run has a status and a conclusion, a commit status has a state. */
export interface CheckContext {
  /** Runs with the same name are attempts of the same check. */
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

/** Worst first; skipped checks count only if none passed. */
const precedence: readonly Ci[] = ["fail", "pending", "cancel", "pass", "skipping"];

/**
 * The combined result of a commit's checks, using the newest attempt of each. `total` is GitHub's own result for all of
 * them, which may be more than are listed.
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
