import { and, eq } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { statusSummaries } from "./table.ts";

export type SummaryRow = typeof statusSummaries.$inferSelect;

export type SummaryStore = ReturnType<typeof summaryStore>;

/** One attempt at a summary. */
export interface Claim {
  sessionId: number;
  requestedAt: number;
}

export function summaryStore({ sql, db }: Pick<Database, "sql" | "db">) {
  const { columns, read } = rowsOf<SummaryRow>(statusSummaries);
  const find = sql.prepare<[number], unknown>(`SELECT ${columns} FROM status_summaries WHERE session_id = ?`);
  return {
    find(sessionId: number): SummaryRow | undefined {
      const raw = find.get(sessionId);
      return raw === undefined ? undefined : read(raw);
    },

    /** Begins an attempt; an earlier one that is still running can no longer store its result. */
    claim({ sessionId, requestedAt }: Claim, requestedLineCount: number): void {
      const attempt = { state: "pending", error: null, requestedAt, requestedLineCount } as const;
      db.insert(statusSummaries)
        .values({ sessionId, ...attempt })
        .onConflictDoUpdate({ target: statusSummaries.sessionId, set: attempt })
        .run();
    },

    /** Stores the result of an attempt. Returns false if a newer one replaced it or the session was deleted. */
    settle: (claim: Claim, changes: Partial<Omit<SummaryRow, "sessionId">>): boolean =>
      db
        .update(statusSummaries)
        .set(changes)
        .where(
          and(
            eq(statusSummaries.sessionId, claim.sessionId),
            eq(statusSummaries.state, "pending"),
            eq(statusSummaries.requestedAt, claim.requestedAt),
          ),
        )
        .run().changes === 1,
  };
}
