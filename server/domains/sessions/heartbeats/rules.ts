import type { SessionStatus } from "../sessions/model.ts";

/** `nudge` gives the session a turn, `stamp` only notes the beat, `disable` ends the heartbeat. */
export type Beat = "nudge" | "stamp" | "disable";

export interface BeatStanding {
  status: SessionStatus;
  blockedOnElicitation: boolean;
  pausedBy: string | null;
  /** A message waits, a turn is queued or under way, or a question is open. */
  hasWork: boolean;
}

/** What a beat that is due does (R63). Only a session that rests of its own accord is spoken to. */
export function decideBeat({ status, blockedOnElicitation, pausedBy, hasWork }: BeatStanding): Beat {
  if (status === "archived") return "disable";
  const rests = status === "needs_input" && !blockedOnElicitation && pausedBy === null && !hasWork;
  return rests ? "nudge" : "stamp";
}
