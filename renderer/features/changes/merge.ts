import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import type { SessionStatus } from "../../../server/domains/sessions/sessions/model.ts";
import { text } from "./text.ts";

export type MergeOffer =
  | { kind: "offer" }
  /** Why it cannot be merged now. */
  | { kind: "not_yet"; why: string };

/** Whether the agent can be asked to merge, by the same rule as the service; null if there is nothing to merge. */
export function mergeOffer(
  { state, ci }: Pick<OpenedPullRequest, "state" | "ci">,
  status: SessionStatus,
): MergeOffer | null {
  if (state !== "open") return null;
  if (status === "archived" || status === "failed")
    return { kind: "not_yet", why: text.merge.session(status) };
  return ci === "pass" ? { kind: "offer" } : { kind: "not_yet", why: text.merge.checks[ci ?? "none"] };
}
