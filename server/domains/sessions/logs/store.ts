import { and, count, desc, eq, lte, ne, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import { logLinesKept } from "./model.ts";
import { sessionLogs } from "./table.ts";

export type LogRow = typeof sessionLogs.$inferSelect;

/** Only every so often, because it reads the kept lines. */
const trimEvery = 100;

interface Filter {
  sessionId: number;
  level?: string | undefined;
  except?: string | undefined;
}

export function sessionLogStore({ db }: Pick<Database, "db">) {
  const conditions = ({ sessionId, level, except }: Filter) =>
    and(
      eq(sessionLogs.sessionId, sessionId),
      level === undefined ? undefined : eq(sessionLogs.level, level as LogRow["level"]),
      except === undefined ? undefined : ne(sessionLogs.level, except as LogRow["level"]),
    );

  const { placeholder } = sql;
  /** Prepared, because most changes of a session add a line. */
  const insert = db
    .insert(sessionLogs)
    .values({
      sessionId: placeholder("sessionId"),
      content: placeholder("content"),
      level: placeholder("level"),
      createdAt: placeholder("createdAt"),
      updatedAt: placeholder("updatedAt"),
    })
    .returning()
    .prepare();

  function dropOldest(sessionId: number): void {
    const oldest = db
      .select({ id: sessionLogs.id })
      .from(sessionLogs)
      .where(eq(sessionLogs.sessionId, sessionId))
      .orderBy(desc(sessionLogs.id))
      .limit(1)
      .offset(logLinesKept)
      .get();
    if (oldest)
      db.delete(sessionLogs)
        .where(and(eq(sessionLogs.sessionId, sessionId), lte(sessionLogs.id, oldest.id)))
        .run();
  }

  return {
    find: (sessionId: number, id: number): LogRow | undefined =>
      db
        .select()
        .from(sessionLogs)
        .where(and(eq(sessionLogs.id, id), eq(sessionLogs.sessionId, sessionId)))
        .get(),
    has: (sessionId: number, content: string): boolean =>
      db
        .select({ id: sessionLogs.id })
        .from(sessionLogs)
        .where(and(eq(sessionLogs.sessionId, sessionId), eq(sessionLogs.content, content)))
        .limit(1)
        .get() !== undefined,
    insert(row: Omit<LogRow, "id">): LogRow {
      const added = insert.get(row);
      if (added.id % trimEvery === 0) dropOldest(row.sessionId);
      return added;
    },
    update: (id: number, change: Partial<LogRow>): LogRow | undefined =>
      db.update(sessionLogs).set(change).where(eq(sessionLogs.id, id)).returning().get(),
    remove: (id: number): void => void db.delete(sessionLogs).where(eq(sessionLogs.id, id)).run(),
    list: (filter: Filter, page: { limit: number; offset: number }): LogRow[] =>
      db
        .select()
        .from(sessionLogs)
        .where(conditions(filter))
        .orderBy(desc(sessionLogs.id))
        .limit(page.limit)
        .offset(page.offset)
        .all(),
    count: (filter: Filter): number =>
      db.select({ count: count() }).from(sessionLogs).where(conditions(filter)).get()?.count ?? 0,
  };
}
