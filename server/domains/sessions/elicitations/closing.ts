import { instant } from "../../../lib/instant.ts";
import type { SessionChanges, Transition } from "../sessions/index.ts";
import { elicitationRefusal } from "./errors.ts";
import type { ElicitationDeps } from "./ports.ts";
import { type LostElicitation, summaryOf } from "./rules.ts";
import type { ElicitationRow, ElicitationStore } from "./store.ts";

export type ElicitationClosing = ReturnType<typeof elicitationClosing>;

type Closing = Pick<ElicitationRow, "status"> & Partial<Pick<ElicitationRow, "content" | "responder">>;

/** How a question ends, and with the last one the agent's wait. */
export function elicitationClosing(
  { database, clock, sessions, sessionLog, ...deps }: ElicitationDeps,
  store: ElicitationStore,
) {
  function close(row: ElicitationRow, closing: Closing): ElicitationRow {
    const closed = store.resolve(row.id, { ...closing, respondedAt: clock.now() });
    if (!closed) throw elicitationRefusal("resolved", { status: store.byId(row.id)?.status ?? "gone" });
    deps.withdraw(row.sessionId, row.requestId);
    deps.changed(row.sessionId);
    return closed;
  }

  /** The session runs on once nothing is open any more. */
  function goOn(sessionId: number, changes: SessionChanges): void {
    const session = sessions.byId(sessionId);
    if (!session) return;
    if (session.blockedOnElicitation && !store.hasOpen(sessionId))
      sessions.transition(session, { kind: "elicitation_closed" }, changes);
    else sessions.write(session, changes);
  }

  return {
    close,
    goOn,

    /** The row, closed where its deadline has passed: nobody sees a question open that can no longer be answered. */
    expireIfDue(row: ElicitationRow): ElicitationRow {
      const now = clock.now();
      if (row.status !== "pending" || row.expiresAt > now) return row;
      return database.transaction(() => {
        const expired = close(row, { status: "expired" });
        sessionLog.note(row.sessionId, "warning", `Nobody answered in time: ${summaryOf(row.message)}`);
        goOn(row.sessionId, { lostElicitation: lostNote(row, "expired", now) });
        return expired;
      });
    },
  };
}

/** Events after which the agent that asked runs no more. */
const turnIsOver: ReadonlySet<string> = new Set([
  "turn_queued",
  "turn_rested",
  "turn_postponed",
  "turn_failed",
  "paused",
  "archive",
]);

/** Closes a session's questions when its turn ends; what was lost is kept until the next turn. */
export function closeWithTurn(
  { sessions, sessionLog, clock }: ElicitationDeps,
  store: ElicitationStore,
  close: ElicitationClosing["close"],
): (transition: Transition) => void {
  return ({ after: { id }, event }) => {
    if (!turnIsOver.has(event.kind)) return;
    const row = sessions.byId(id);
    if (!row) return;
    const open = store.hasOpen(id) ? store.open(id) : [];
    for (const question of open) {
      close(question, { status: "cancel" });
      sessionLog.note(
        id,
        "warning",
        `The agent no longer waits for an answer: ${summaryOf(question.message)}`,
      );
    }
    const last = open.at(-1);
    if (last) sessions.write(row, { lostElicitation: lostNote(last, "stranded", clock.now()) });
    else if (event.kind === "turn_queued" && row.lostElicitation !== null)
      sessions.write(row, { lostElicitation: null });
  };
}

function lostNote(row: ElicitationRow, reason: LostElicitation["reason"], now: number): string {
  const summary = summaryOf(row.message);
  return JSON.stringify({
    reason,
    at: instant(now),
    request_id: row.requestId,
    summary,
  } satisfies LostElicitation);
}
