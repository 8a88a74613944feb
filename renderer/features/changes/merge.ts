import type { OpenedPullRequest } from "../../../server/domains/repositories/pull-requests/model.ts";
import type { SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";

export type MergeOffer =
  | { kind: "offer" }
  /** Why it cannot be merged now. */
  | { kind: "not_yet"; why: string };

const unready: Record<Exclude<NonNullable<OpenedPullRequest["ci"]>, "pass">, string> = {
  fail: "The checks failed.",
  pending: "The checks are still running.",
  cancel: "The checks were canceled.",
  skipping: "All checks were skipped.",
  none: "The status of the checks is unknown.",
};

/** Whether the agent may be told to merge, as the service would decide it; null where there is nothing to merge. */
export function mergeOffer(
  { state, ci }: Pick<OpenedPullRequest, "state" | "ci">,
  status: SessionStatus,
): MergeOffer | null {
  if (state !== "open") return null;
  if (status === "archived" || status === "failed")
    return { kind: "not_yet", why: `The session is ${status} and cannot receive messages.` };
  return ci === "pass" ? { kind: "offer" } : { kind: "not_yet", why: unready[ci ?? "none"] };
}
