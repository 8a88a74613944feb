import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "../../db/open.ts";
import { statusSummaries } from "./table.ts";

export type SummaryRow = typeof statusSummaries.$inferSelect;

export type SummaryStore = ReturnType<typeof summaryStore>;

/** One attempt at a summary. */
export interface Claim {
  sessionId: number;
  requestedAt: number;
}

export function summaryStore({ db }: Pick<Database, "db">) {
  return {
    find: (sessionId: number): SummaryRow | undefined =>
      db.select().from(statusSummaries).where(eq(statusSummaries.sessionId, sessionId)).get(),

    /** The texts there are, by session id. */
    texts: (sessionIds: readonly number[]): Map<number, string> =>
      new Map(
        db
          .select({ id: statusSummaries.sessionId, text: statusSummaries.summary })
          .from(statusSummaries)
          .where(and(inArray(statusSummaries.sessionId, [...sessionIds]), isNotNull(statusSummaries.summary)))
          .all()
          .map(({ id, text }) => [id, text ?? ""]),
      ),

    /** Begins an attempt; the one before, if it is still under way, can write nothing any more. */
    claim({ sessionId, requestedAt }: Claim, requestedLineCount: number): void {
      const attempt = { state: "pending", error: null, requestedAt, requestedLineCount } as const;
      db.insert(statusSummaries)
        .values({ sessionId, ...attempt })
        .onConflictDoUpdate({ target: statusSummaries.sessionId, set: attempt })
        .run();
    },

    /** Writes how an attempt came out; false when a later one has taken its place, or the session is gone. */
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
