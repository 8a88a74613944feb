import { and, asc, count, desc, eq, gte } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { type Part, partReader } from "./queries.ts";
import { subagentParts, subagentTranscripts } from "./table.ts";

export type SubagentRow = typeof subagentTranscripts.$inferSelect;
export type SubagentChanges = Partial<Omit<SubagentRow, "id" | "sessionId">>;
/** The record was removed; only the row that marks it is left. */
export const isRemoved = ({ sourceOffset }: Pick<SubagentRow, "sourceOffset">): boolean => sourceOffset < 0;

export type SubagentStore = ReturnType<typeof subagentStore>;

interface Filter {
  sessionId: number;
  status?: string | undefined;
  subagentType?: string | undefined;
}

export function subagentStore({ db, sql }: Database) {
  const rows = subagentTranscripts;
  const { idx, textBytes, blob } = subagentParts;
  const partColumns = { idx, textBytes, blob };
  const isPresent = gte(rows.sourceOffset, 0);
  const matching = ({ sessionId, status, subagentType }: Filter) =>
    and(
      eq(rows.sessionId, sessionId),
      isPresent,
      status === undefined ? undefined : eq(rows.status, status as NonNullable<SubagentRow["status"]>),
      subagentType === undefined ? undefined : eq(rows.subagentType, subagentType),
    );

  return {
    byId: (id: number): SubagentRow | undefined => db.select().from(rows).where(eq(rows.id, id)).get(),
    find: (sessionId: number, id: number): SubagentRow | undefined =>
      db
        .select()
        .from(rows)
        .where(and(eq(rows.id, id), eq(rows.sessionId, sessionId), isPresent))
        .get(),
    /** Includes removed records. */
    byAgent: (sessionId: number, agentId: string): SubagentRow | undefined =>
      db
        .select()
        .from(rows)
        .where(and(eq(rows.agentId, agentId), eq(rows.sessionId, sessionId)))
        .get(),
    list: (
      filter: Filter,
      page: { limit: number; offset: number } = { limit: -1, offset: 0 },
    ): SubagentRow[] =>
      db
        .select()
        .from(rows)
        .where(matching(filter))
        .orderBy(asc(rows.id))
        .limit(page.limit)
        .offset(page.offset)
        .all(),
    count: (filter: Filter): number =>
      db.select({ n: count() }).from(rows).where(matching(filter)).get()?.n ?? 0,
    insert: (row: typeof rows.$inferInsert): SubagentRow => db.insert(rows).values(row).returning().get(),
    update: (id: number, changes: SubagentChanges): SubagentRow | undefined =>
      db.update(rows).set(changes).where(eq(rows.id, id)).returning().get(),
    remove: (id: number): void => void db.delete(rows).where(eq(rows.id, id)).run(),
    /** Clears a record and marks it as removed. */
    markRemoved(id: number, now: number): void {
      db.delete(subagentParts).where(eq(subagentParts.subagentId, id)).run();
      const cleared = {
        toolUseId: null,
        filename: null,
        subagentType: null,
        description: null,
        status: null,
      };
      db.update(rows)
        .set({ ...cleared, sourceOffset: -1, updatedAt: now })
        .where(eq(rows.id, id))
        .run();
    },

    ...partReader(sql),
    lastPart: (id: number): Part | undefined =>
      db
        .select(partColumns)
        .from(subagentParts)
        .where(eq(subagentParts.subagentId, id))
        .orderBy(desc(subagentParts.idx))
        .get(),
    /** Inserts or replaces a part. */
    putPart: (id: number, part: Part): void =>
      void db
        .insert(subagentParts)
        .values({ subagentId: id, ...part })
        .onConflictDoUpdate({ target: [subagentParts.subagentId, idx], set: part })
        .run(),
    dropParts: (id: number): void =>
      void db.delete(subagentParts).where(eq(subagentParts.subagentId, id)).run(),
  };
}
