import type { SessionStatus } from "../../sessions/sessions/model.ts";

interface Side {
  status: SessionStatus;
  blockedOnElicitation: boolean;
}

/** What a transition of a session means for the inbox. */
export interface Consequence {
  /** Which inbox entries of the session go: all of them, those that its state caused, or none. */
  clears: "everything" | "causes" | "nothing";
  adds: "needs_input" | "failure" | "nothing";
}

/** Between two turns a session is idle for a moment, which is no reason to notify anyone. */
export const settleMs = 30_000;

/** The ends of work that notify a person. Going to sleep, a handover and leaving the trash do not. */
const stops: ReadonlySet<string> = new Set(["turn_rested", "paused"]);

const waitsForPerson = ({ status }: Side): boolean => status === "needs_input" || status === "failed";

export function consequenceOf(transition: {
  before: Side;
  after: Side;
  event: { kind: string };
}): Consequence {
  const { before, after, event } = transition;
  const adds =
    event.kind === "turn_failed"
      ? "failure"
      : stops.has(event.kind) && after.status === "needs_input"
        ? "needs_input"
        : "nothing";
  if (after.status === "archived") return { clears: "everything", adds };
  const moved = after.status !== before.status;
  const unblocked = before.blockedOnElicitation && !after.blockedOnElicitation;
  return { clears: waitsForPerson(before) && (moved || unblocked) ? "causes" : "nothing", adds };
}
