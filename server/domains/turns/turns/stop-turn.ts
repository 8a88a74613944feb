import type { SessionRow } from "../../sessions/sessions/index.ts";
import type { ActiveTurns, StopReason } from "./active-turns.ts";
import type { TurnDeps } from "./ports.ts";
import type { TurnQueueing } from "./queueing.ts";
import type { TurnStore } from "./store.ts";
import { text } from "./text.ts";

/** What every operation on turns works with. */
export interface TurnParts {
  store: TurnStore;
  active: ActiveTurns;
  queueing: TurnQueueing;
}

/** Ends the queued or active turn; the caller decides what the session does next. */
export async function stopTurn(
  deps: TurnDeps,
  { store, active, queueing }: TurnParts,
  of: { session: SessionRow; reason: StopReason },
): Promise<void> {
  const { id } = of.session;
  const mine = active.get(id);
  if (mine) return mine.stop(of.reason);
  deps.database.transaction(() => {
    const turn = store.open(id);
    const row = deps.sessions.byId(id);
    if (!turn || !row) return;
    queueing.dropTurn(turn, row);
    returnUndelivered(deps, { id, reason: of.reason });
    deps.sessions.write(row, { jobId: null, runningJobId: null });
  });
}

/** Returns the messages that the agent never received. Inside the transaction that ends the turn. */
export function returnUndelivered(
  { messages, sessionLog }: Pick<TurnDeps, "messages" | "sessionLog">,
  { id, reason }: { id: number; reason: StopReason | null },
): void {
  if (reason === "discard") {
    const lost = messages.retire(id, { turnIsOver: true }).length;
    if (lost > 0) sessionLog.note(id, "warning", text.log.undelivered(lost));
    return;
  }
  if (reason !== "pause" && reason !== "archive") return;
  const kept = messages.putBack(id);
  if (kept > 0 && reason === "archive") sessionLog.note(id, "warning", text.log.keptForUnarchive(kept));
}
