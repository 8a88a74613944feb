/** The facts of a session's newest pull request that decide whether it may be merged. */
export interface Candidate {
  url: string;
  state: "open" | "merged" | "closed" | null;
  ci: "pass" | "fail" | "pending" | "cancel" | "skipping" | "none" | null;
  /** False for a link to a repository that is not the session's. */
  followed: boolean | null;
}

/** An earlier request to merge, with the status of its message; null if the message is gone. */
export interface EarlierRequest {
  message: "pending" | "processing" | "sent" | "undelivered" | null;
}

type FailedCi = "fail" | "pending" | "cancel" | "skipping" | "none";

/** Why a merge cannot be authorized. */
export type MergeObstacle =
  | { kind: "no_pull_request" }
  | { kind: "link" | "merged" | "not_read" | "closed"; url: string }
  | { kind: "checks"; url: string; ci: FailedCi }
  | { kind: "session"; status: "archived" | "failed" };

export type MergeDecision =
  | { kind: "send"; url: string }
  | { kind: "already_sent"; url: string }
  | { kind: "refuse"; outcome: "not_mergeable" | "undeliverable"; obstacle: MergeObstacle };

const notMergeable = (obstacle: MergeObstacle): MergeDecision => ({
  kind: "refuse",
  outcome: "not_mergeable",
  obstacle,
});

/** Only what is known to be open and green can be merged; a person has to check anything in doubt first. */
export function decideMerge(of: {
  status: string;
  candidate: Candidate | null;
  earlier: EarlierRequest | null;
}): MergeDecision {
  const { status, candidate, earlier } = of;
  if (candidate === null) return notMergeable({ kind: "no_pull_request" });
  const { url, state, ci, followed } = candidate;
  if (followed === false) return notMergeable({ kind: "link", url });
  if (state === "merged") return notMergeable({ kind: "merged", url });
  if (earlier && isInEffect(earlier, status)) return { kind: "already_sent", url };
  if (state === null) return notMergeable({ kind: "not_read", url });
  if (state === "closed") return notMergeable({ kind: "closed", url });
  if (ci !== "pass") return notMergeable({ kind: "checks", url, ci: ci ?? "none" });
  if (status === "archived" || status === "failed")
    return { kind: "refuse", outcome: "undeliverable", obstacle: { kind: "session", status } };
  return { kind: "send", url };
}

/** A request is in effect until a turn received it and the session needs a person again. */
const isInEffect = ({ message }: EarlierRequest, status: string): boolean =>
  message === "pending" || message === "processing" || (message === "sent" && status === "running");
