import { and, asc, count, desc, eq } from "drizzle-orm";
import type { Database } from "../../db/open.ts";
import { subagentParts, subagentTranscripts } from "./table.ts";

export type SubagentRow = typeof subagentTranscripts.$inferSelect;
export type SubagentChanges = Partial<Omit<SubagentRow, "id" | "sessionId">>;
/** Whole lines in one zstd frame. */
export type Part = Omit<typeof subagentParts.$inferSelect, "subagentId">;
export type SubagentStore = ReturnType<typeof subagentStore>;

interface Filter {
  sessionId: number;
  status?: string | undefined;
  subagentType?: string | undefined;
}

export function subagentStore({ db }: Database) {
  const rows = subagentTranscripts;
  const { idx, textBytes, blob } = subagentParts;
  const partColumns = { idx, textBytes, blob };
  const matching = ({ sessionId, status, subagentType }: Filter) =>
    and(
      eq(rows.sessionId, sessionId),
      status === undefined ? undefined : eq(rows.status, status as NonNullable<SubagentRow["status"]>),
      subagentType === undefined ? undefined : eq(rows.subagentType, subagentType),
    );

  return {
    byId: (id: number): SubagentRow | undefined => db.select().from(rows).where(eq(rows.id, id)).get(),
    find: (sessionId: number, id: number): SubagentRow | undefined =>
      db
        .select()
        .from(rows)
        .where(and(eq(rows.id, id), eq(rows.sessionId, sessionId)))
        .get(),
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

    /** In order. */
    parts: (id: number): Part[] =>
      db
        .select(partColumns)
        .from(subagentParts)
        .where(eq(subagentParts.subagentId, id))
        .orderBy(asc(subagentParts.idx))
        .all(),
    lastPart: (id: number): Part | undefined =>
      db
        .select(partColumns)
        .from(subagentParts)
        .where(eq(subagentParts.subagentId, id))
        .orderBy(desc(subagentParts.idx))
        .get(),
    /** A part that is there already is replaced. */
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
