import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { TurnDeps } from "./ports.ts";
import { expectsTurn } from "./queueing.ts";
import type { TurnParts } from "./stop-turn.ts";

/** What else is written in the transaction that takes the slot. */
export interface Yielding {
  /** False leaves the turn its slot. */
  before(row: SessionRow): boolean | undefined;
  after?(row: SessionRow): void;
}

/**
 * Gives up the slot of a turn: its session moves to the spot queue first, so that a crash while the agent is being stopped
 * neither loses the turn nor lets it run on.
 */
export function yieldTurn(
  { database, sessions, jobs }: TurnDeps,
  { store, active, queueing }: TurnParts,
  { sessionId, before, after }: Yielding & { sessionId: number },
): Promise<boolean> {
  return active.exclusive(sessionId, async () => {
    const held = database.transaction(() => {
      const row = sessions.byId(sessionId);
      if (!row || !expectsTurn(row) || row.blockedOnElicitation || !store.open(sessionId)) return false;
      if (row.waitingKind === "parked" || row.waitingKind === "spot_queue") return false;
      if (before(row) === false) return false;
      // A job that was claimed already ends by itself.
      if (row.jobId !== null && !active.get(sessionId)) jobs.remove(row.jobId);
      const held = queueing.hold(sessions.byId(sessionId) ?? row, { runningJobId: null, retryAt: null });
      after?.(held);
      return true;
    });
    if (held) await active.get(sessionId)?.stop("yield");
    return held;
  });
}
