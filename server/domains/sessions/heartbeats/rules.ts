import type { SessionStatus } from "../sessions/model.ts";

/** `nudge` gives the session a turn, `stamp` only records the heartbeat, `disable` turns it off. */
export type Beat = "nudge" | "stamp" | "disable";

export interface HeartbeatState {
  status: SessionStatus;
  blockedOnElicitation: boolean;
  pausedBy: string | null;
  /** A message is pending, a turn is queued or active, or a question is open. */
  hasWork: boolean;
}

/** Decides about a due heartbeat (R63). Only a session that nobody paused gets a prompt. */
export function decideBeat({ status, blockedOnElicitation, pausedBy, hasWork }: HeartbeatState): Beat {
  if (status === "archived") return "disable";
  const rests = status === "needs_input" && !blockedOnElicitation && pausedBy === null && !hasWork;
  return rests ? "nudge" : "stamp";
}
