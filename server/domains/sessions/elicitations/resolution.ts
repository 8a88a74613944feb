import { instant } from "../../../lib/instant.ts";
import type { SessionChanges, Transition } from "../sessions/index.ts";
import type { LostElicitation } from "../sessions/model.ts";
import { elicitationRefusal } from "./errors.ts";
import type { ElicitationDeps } from "./ports.ts";
import { summaryOf } from "./rules.ts";
import type { ElicitationRow, ElicitationStore } from "./store.ts";
import { text } from "./text.ts";

export type ElicitationResolution = ReturnType<typeof elicitationResolution>;

type Resolution = Pick<ElicitationRow, "status"> & Partial<Pick<ElicitationRow, "content" | "responder">>;

/** Closes elicitations; closing the last one lets the session continue. */
export function elicitationResolution(
  { database, clock, sessions, sessionLog, ...deps }: ElicitationDeps,
  store: ElicitationStore,
  /** Of every question that is over, inside the transaction that closes it. */
  onClosed: (row: ElicitationRow) => void,
) {
  function close(row: ElicitationRow, closing: Resolution): ElicitationRow {
    const closed = store.resolve(row.id, { ...closing, respondedAt: clock.now() });
    if (!closed) throw elicitationRefusal("resolved", { status: store.byId(row.id)?.status ?? "gone" });
    deps.withdraw(row.sessionId, row.requestId);
    deps.changed(row.sessionId);
    onClosed(closed);
    return closed;
  }

  /** The session runs again once it has no open elicitation. */
  function continueSession(sessionId: number, changes: SessionChanges): void {
    const session = sessions.byId(sessionId);
    if (!session) return;
    if (session.blockedOnElicitation && !store.hasOpen(sessionId))
      sessions.transition(session, { kind: "elicitation_closed" }, changes);
    else sessions.write(session, changes);
  }

  return {
    close,
    continueSession,

    /** Returns the row, expired if its deadline has passed. */
    expireIfDue(row: ElicitationRow): ElicitationRow {
      const now = clock.now();
      if (row.status !== "pending" || row.expiresAt > now) return row;
      return database.transaction(() => {
        const expired = close(row, { status: "expired" });
        sessionLog.note(row.sessionId, "warning", text.expired(summaryOf(row.message)));
        continueSession(row.sessionId, { lostElicitation: lostElicitation(row, "expired", now) });
        return expired;
      });
    },
  };
}

/** Events after which the agent that asked is no longer running. */
const turnEndEvents: ReadonlySet<string> = new Set([
  "turn_queued",
  "turn_rested",
  "turn_postponed",
  "turn_failed",
  "paused",
  "archive",
]);

/** Closes a session's elicitations when its turn ends; the last one stays on the session until the next turn. */
export function closeWithTurn(
  { sessions, sessionLog, clock }: ElicitationDeps,
  store: ElicitationStore,
  close: ElicitationResolution["close"],
): (transition: Transition) => void {
  return ({ after: { id }, event }) => {
    if (!turnEndEvents.has(event.kind)) return;
    const row = sessions.byId(id);
    if (!row) return;
    const open = store.hasOpen(id) ? store.open(id) : [];
    for (const question of open) {
      close(question, { status: "cancel" });
      sessionLog.note(id, "warning", text.stranded(summaryOf(question.message)));
    }
    const last = open.at(-1);
    if (last) sessions.write(row, { lostElicitation: lostElicitation(last, "stranded", clock.now()) });
    else if (event.kind === "turn_queued" && row.lostElicitation !== null)
      sessions.write(row, { lostElicitation: null });
  };
}

const lostElicitation = (
  row: ElicitationRow,
  reason: LostElicitation["reason"],
  now: number,
): LostElicitation => ({
  reason,
  at: instant(now),
  request_id: row.requestId,
  summary: summaryOf(row.message),
});
