import { instant } from "../../../lib/instant.ts";
import type { HistoryCause, HistoryEntry, HistoryOutcome } from "./history-model.ts";
import { type HistoryRow, historyStore } from "./history-store.ts";
import type { TriggerDeps } from "./ports.ts";

const summaryLimit = 300;
const reasonLimit = 1_000;

/** What a trigger saw and what it did then. */
export interface Happening {
  triggerId: number;
  conditionId: number | null;
  outcome: HistoryOutcome;
  cause: HistoryCause;
  /** What the condition or the caller gave. */
  summary: string;
  reason?: string | null;
  sessionId?: number | null;
  /** How often, 1 by default. */
  times?: number;
}

/** What fired a trigger, for a session that it started. */
type Started = Pick<Happening, "summary" | "conditionId" | "cause">;

export type TriggerHistory = ReturnType<typeof triggerHistory>;

/** Why a trigger fired or did not. Inside the caller's transaction. */
export function triggerHistory({
  database,
  clock,
  sessions,
}: Pick<TriggerDeps, "database" | "clock" | "sessions">) {
  const store = historyStore(database);

  /** A session that failed keeps what it was started with. */
  const canRunAgain = ({ outcome, sessionId }: HistoryRow): boolean =>
    outcome === "failed" && sessionId !== null && sessions.byId(sessionId)?.status === "failed";

  return {
    record({ times = 1, reason = null, sessionId = null, ...happening }: Happening): void {
      const at = clock.now();
      const row = {
        ...happening,
        summary: shortened(happening.summary, summaryLimit),
        reason: reason === null ? null : shortened(reason, reasonLimit),
        sessionId,
      };
      const [last] = store.latest(row.triggerId, 1);
      if (last && isSame(last, row)) return store.repeat(last, times, at);
      store.add({ ...row, count: times, firstAt: at, lastAt: at });
    },
    latest: (triggerId: number, limit?: number): HistoryEntry[] =>
      store.latest(triggerId, limit).map((row) => historyView(row, canRunAgain(row))),
    /** The newest entry about the session; undefined once it has left the history. */
    ofSession: (of: { triggerId: number; sessionId: number }): Started | undefined => {
      const row = store.ofSession(of.triggerId, of.sessionId);
      return row && { ...row, cause: row.cause as HistoryCause };
    },
  };
}

const shortened = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;

/** An entry with a session of its own is never folded into another one. */
function isSame(last: HistoryRow, row: Omit<HistoryRow, "id" | "count" | "firstAt" | "lastAt">): boolean {
  const isQuiet = row.outcome !== "started" && row.outcome !== "burst_notice";
  const fields = ["conditionId", "outcome", "cause", "summary", "reason", "sessionId"] as const;
  return isQuiet && fields.every((field) => last[field] === row[field]);
}

const historyView = (row: HistoryRow, canRunAgain: boolean): HistoryEntry => ({
  id: row.id,
  condition_id: row.conditionId,
  outcome: row.outcome as HistoryOutcome,
  cause: row.cause as HistoryCause,
  summary: row.summary,
  reason: row.reason,
  session_id: row.sessionId,
  can_run_again: canRunAgain,
  count: row.count,
  first_at: instant(row.firstAt),
  last_at: instant(row.lastAt),
});
