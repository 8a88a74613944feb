import { eq, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { ReportedUsage } from "../../../runtimes/usage-meter.ts";
import type { PriceList } from "../../usage/prices/index.ts";
import type { Amount } from "./claim-rules.ts";
import { claimedUsages, reportedUsages } from "./table.ts";

export type ReportedUsages = ReturnType<typeof reportedUsageStore>;

/** Stores what CLIs report on their own protocol. */
export function reportedUsageStore({ db }: Database) {
  return {
    add(sessionId: number, { model, ...counts }: ReportedUsage): void {
      const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, webSearchRequests } =
        reportedUsages;
      db.insert(reportedUsages)
        .values({ sessionId, model, ...counts })
        .onConflictDoUpdate({
          target: [reportedUsages.sessionId, reportedUsages.model],
          set: {
            inputTokens: sql`${inputTokens} + ${counts.inputTokens}`,
            outputTokens: sql`${outputTokens} + ${counts.outputTokens}`,
            cacheReadTokens: sql`${cacheReadTokens} + ${counts.cacheReadTokens}`,
            cacheCreationTokens: sql`${cacheCreationTokens} + ${counts.cacheCreationTokens}`,
            webSearchRequests: sql`${webSearchRequests} + ${counts.webSearchRequests}`,
          },
        })
        .run();
    },

    /** The most that all of it can have cost; null for a session whose CLIs reported nothing. */
    most(sessionId: number, prices: PriceList, now: number): Amount | null {
      const rows = db.select().from(reportedUsages).where(eq(reportedUsages.sessionId, sessionId)).all();
      if (rows.length === 0) return null;
      const amounts = rows.map((row): Amount => {
        const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, model } = row;
        const counts = { ...row, cacheCreation1hTokens: cacheCreationTokens };
        // Of single prompts nothing is known: they may have been long, and kept for an hour.
        const as = { model, calledAt: now, promptTokens: Number.MAX_SAFE_INTEGER };
        const tokens = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens;
        return { tokens, nanos: prices.priceOf(as, counts) ?? 0 };
      });
      return amounts.reduce((sum, one) => ({
        tokens: sum.tokens + one.tokens,
        nanos: sum.nanos + one.nanos,
      }));
    },
  };
}

type ClaimRow = typeof claimedUsages.$inferSelect;

/** Stores what files claim. */
export function claimStore({ db }: Database) {
  return {
    find: (sessionId: number): ClaimRow =>
      db.select().from(claimedUsages).where(eq(claimedUsages.sessionId, sessionId)).get() ?? {
        sessionId,
        countedTokens: 0,
        countedNanos: 0,
        leftOutCalls: 0,
        leftOutTokens: 0,
      },
    save: (row: ClaimRow): void =>
      void db
        .insert(claimedUsages)
        .values(row)
        .onConflictDoUpdate({ target: claimedUsages.sessionId, set: row })
        .run(),
  };
}
