import type { SessionStatus } from "../sessions/model.ts";

/** `nudge` gives the session a turn, `stamp` only records the heartbeat, `disable` turns it off. */
export type HeartbeatDecision = "nudge" | "stamp" | "disable";

export interface HeartbeatState {
  status: SessionStatus;
  blockedOnElicitation: boolean;
  pausedBy: string | null;
  /** A message is pending, a turn is queued or active, or a question is open. */
  hasWork: boolean;
}

/** Decides about a due heartbeat (R63). A session that a person paused gets no prompt. */
export function decideHeartbeat({
  status,
  blockedOnElicitation,
  pausedBy,
  hasWork,
}: HeartbeatState): HeartbeatDecision {
  if (status === "archived") return "disable";
  const isIdle = status === "needs_input" && !blockedOnElicitation && pausedBy === null && !hasWork;
  return isIdle ? "nudge" : "stamp";
}
