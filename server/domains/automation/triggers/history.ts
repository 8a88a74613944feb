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

export type TriggerHistory = ReturnType<typeof triggerHistory>;

/** Why a trigger fired or did not. Inside the caller's transaction. */
export function triggerHistory({ database, clock }: Pick<TriggerDeps, "database" | "clock">) {
  const store = historyStore(database);

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
      store.latest(triggerId, limit).map(historyView),
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

const historyView = (row: HistoryRow): HistoryEntry => ({
  id: row.id,
  condition_id: row.conditionId,
  outcome: row.outcome as HistoryOutcome,
  cause: row.cause as HistoryCause,
  summary: row.summary,
  reason: row.reason,
  session_id: row.sessionId,
  count: row.count,
  first_at: instant(row.firstAt),
  last_at: instant(row.lastAt),
});
