import type { SessionStatus } from "../../sessions/sessions/model.ts";

interface Side {
  status: SessionStatus;
  blockedOnElicitation: boolean;
}

/** What a transition of a session means for the inbox. */
export interface Consequence {
  /** What the inbox holds of the session goes: all of it, what its state had caused, or nothing. */
  clears: "everything" | "causes" | "nothing";
  announces: "rest" | "failure" | "nothing";
}

/** Between two turns a session rests for a moment; that is nothing to call a person for. */
export const settleMs = 30_000;

/** The ends of work that a person is told of; a sleep, a hand-over or a way out of the trash is none. */
const rests: ReadonlySet<string> = new Set(["turn_rested", "paused"]);

const waitsForPerson = ({ status }: Side): boolean => status === "needs_input" || status === "failed";

export function consequenceOf(transition: {
  before: Side;
  after: Side;
  event: { kind: string };
}): Consequence {
  const { before, after, event } = transition;
  const announces =
    event.kind === "turn_failed"
      ? "failure"
      : rests.has(event.kind) && after.status === "needs_input"
        ? "rest"
        : "nothing";
  if (after.status === "archived") return { clears: "everything", announces };
  const moved = after.status !== before.status;
  const unblocked = before.blockedOnElicitation && !after.blockedOnElicitation;
  return { clears: waitsForPerson(before) && (moved || unblocked) ? "causes" : "nothing", announces };
}
