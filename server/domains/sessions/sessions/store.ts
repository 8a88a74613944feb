import type { Statement } from "better-sqlite3";
import { eq } from "drizzle-orm";
import { addFoldedSearch } from "../../../db/fold-case.ts";
import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { frozenCategories } from "../categories/queries.ts";
import { sessionsAwaitingAnswer } from "../elicitations/queries.ts";
import { conditions, countSource, isPriority, type ListFilter } from "./filter.ts";
import type { WaitingKind } from "./rules.ts";
import { sessions } from "./table.ts";

export type SessionRow = typeof sessions.$inferSelect;
export type NewSessionRow = typeof sessions.$inferInsert;
export type SessionChanges = Partial<Omit<SessionRow, "id" | "version" | "createdAt">>;

export type ListOrder = "created_desc" | "last_touched" | "user" | "ranked";

/** R39: both ranked views put the priority class first, then the higher rank, then the older session. */
function orderOf(order: ListOrder, priorityGenesis: readonly string[]): string {
  if (order === "created_desc") return "created_at DESC, id DESC";
  if (order === "last_touched") return "last_touched_at DESC, id DESC";
  return `${isPriority(priorityGenesis)} DESC, precedence DESC, created_at, id`;
}

/** Starts from the open questions, which are few, instead of scanning all sessions that need input. */
const isBlocked = `status = 'needs_input' AND blocked_on_elicitation = 1
  AND id IN ${sessionsAwaitingAnswer}`;

export type SessionStore = ReturnType<typeof sessionStore>;

type Value = string | number;

/** Prepares each statement that reads session rows once. */
function rowReader(sql: Database["sql"]) {
  const { columns, read } = rowsOf<SessionRow>(sessions);
  const cache = new Map<string, Statement<Value[], unknown>>();

  function prepared(source: string): Statement<Value[], unknown> {
    const known = cache.get(source);
    if (known) return known;
    const statement = sql.prepare<Value[], unknown>(source);
    if (cache.size > 200) cache.clear();
    cache.set(source, statement);
    return statement;
  }

  return {
    columns,
    read,
    prepared,
    one(where: string) {
      const statement = sql.prepare<[Value], unknown>(`SELECT ${columns} FROM sessions WHERE ${where}`);
      return (value: Value): SessionRow | undefined => {
        const raw = statement.get(value);
        return raw === undefined ? undefined : read(raw);
      };
    },
    many: (source: string, values: readonly Value[]): SessionRow[] =>
      prepared(source)
        .all(...values)
        .map(read),
  };
}

/** Returns true if the session existed. Its forks lose their link to it. */
const sessionRemoval =
  (db: Database["db"]) =>
  (id: number): boolean => {
    db.update(sessions).set({ forkedFromSessionId: null }).where(eq(sessions.forkedFromSessionId, id)).run();
    return db.delete(sessions).where(eq(sessions.id, id)).run().changes === 1;
  };

/** Takes all sessions out of a category, and returns their ids. Their times stay, because nothing happened to them. */
function categoryLeaving(sql: Database["sql"]): (categoryId: number) => number[] {
  const leave = sql.prepare<[number], { id: number }>(
    "UPDATE sessions SET category_id = NULL, version = version + 1 WHERE category_id = ? RETURNING id",
  );
  return (categoryId) => leave.all(categoryId).map(({ id }) => id);
}

/** What maintenance of the whole service reads. */
function maintenanceReads({
  sql,
  columns,
  many,
}: {
  sql: Database["sql"];
  columns: string;
  many: ReturnType<typeof rowReader>["many"];
}) {
  const countAll = sql.prepare<[], { status: SessionRow["status"]; count: number }>(
    "SELECT status, COUNT(*) AS count FROM sessions GROUP BY status",
  );

  return {
    /** Sessions that failed since then, the newest first, without those in frozen categories. */
    failedSince: (since: number, limit: number): SessionRow[] =>
      many(
        `SELECT ${columns} FROM sessions WHERE status = 'failed' AND updated_at >= ?
         AND (category_id IS NULL OR category_id NOT IN ${frozenCategories})
         ORDER BY updated_at DESC LIMIT ?`,
        [since, limit],
      ),
    /** Open sessions that nobody touched and that did not change since `since`, the oldest first. */
    untouchedSince: (since: number, limit: number): SessionRow[] =>
      many(
        `SELECT ${columns} FROM sessions WHERE status <> 'archived' AND last_touched_at < ? AND updated_at < ?
         ORDER BY last_touched_at LIMIT ?`,
        [since, since, limit],
      ),
    /** By status, archived ones included. */
    countAll: () => countAll.all(),
  };
}

/** `priorityGenesis`: what makes a session without a chosen class a priority session. */
export function sessionStore({ sql, db }: Database, priorityGenesis: () => readonly string[]) {
  addFoldedSearch(sql);
  const { columns, read, prepared, one, many } = rowReader(sql);
  const writes = writesOf<SessionRow, NewSessionRow>(sql, sessions);
  const lastId = sql.prepare<[], { id: number }>(
    "SELECT seq AS id FROM sqlite_sequence WHERE name = 'sessions'",
  );
  const heartbeatsDue = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM sessions WHERE heartbeat_enabled = 1
      AND COALESCE(heartbeat_at, 0) + heartbeat_interval_seconds * 1000 <= ? ORDER BY heartbeat_at`,
  );
  const stampHeartbeat = sql.prepare<[number, number]>("UPDATE sessions SET heartbeat_at = ? WHERE id = ?");
  const statusCounts = sql.prepare<[], { status: SessionRow["status"]; count: number }>(
    "SELECT status, COUNT(*) AS count FROM sessions WHERE status <> 'archived' GROUP BY status",
  );

  return {
    byId: one("id = ?"),
    bySlug: one("slug = ?"),
    byIdempotencyKey: one("idempotency_key = ?"),
    /** The id of the next session; valid for the rest of the open transaction. */
    nextId: (): number => (lastId.get()?.id ?? 0) + 1,
    insert: (row: NewSessionRow): SessionRow => writes.insert(row),

    /** Compare-and-set if `seen` is given; undefined if the row changed since. */
    update: (id: number, changes: SessionChanges, seen?: number): SessionRow | undefined =>
      writes.update(changes, {
        also: "version = version + 1",
        where: seen === undefined ? "id = @which" : "id = @which AND version = @seen",
        values: { which: id, ...(seen !== undefined && { seen }) },
      }),
    /** Toggles in one statement. */
    toggleFavorite: (id: number, updatedAt: number): SessionRow | undefined =>
      writes.update(
        { updatedAt },
        {
          also: "favorited = NOT favorited, version = version + 1",
          where: "id = @which",
          values: { which: id },
        },
      ),
    heartbeatsDue: (now: number): SessionRow[] => heartbeatsDue.all(now).map(read),
    /** Changes neither the version nor the time of the last change. */
    stampHeartbeat: (id: number, now: number): void => void stampHeartbeat.run(now, id),
    remove: sessionRemoval(db),
    leaveCategory: categoryLeaving(sql),

    list(filter: ListFilter, page: { order: ListOrder; limit: number; offset: number }): SessionRow[] {
      const { where, values } = conditions(filter);
      return many(
        `SELECT ${columns} FROM sessions ${where} ORDER BY ${orderOf(page.order, priorityGenesis())}
         LIMIT ? OFFSET ?`,
        [...values, page.limit, page.offset],
      );
    },
    count(filter: ListFilter): number {
      const { where, values } = conditions(filter);
      return (prepared(countSource(where)).get(...values) as { count: number }).count;
    },
    byIds: (ids: readonly number[]): SessionRow[] =>
      many(`SELECT ${columns} FROM sessions WHERE id IN (SELECT value FROM json_each(?))`, [
        JSON.stringify(ids),
      ]),
    /** The highest rank among open spot sessions other than `except`; null if there are none. */
    topOfSpot(except: number): number | null {
      const source = `SELECT MAX(precedence) AS top FROM sessions
        WHERE status <> 'archived' AND NOT ${isPriority(priorityGenesis())} AND id <> ?`;
      return (prepared(source).get(except) as { top: number | null }).top;
    },
    statusCounts: () => statusCounts.all(),
    /** Newest first; all of them by default. */
    withStatus: (status: SessionRow["status"], limit = -1): SessionRow[] =>
      many(`SELECT ${columns} FROM sessions WHERE status = ? ORDER BY created_at DESC, id DESC LIMIT ?`, [
        status,
        limit,
      ]),
    ...maintenanceReads({ sql, columns, many }),
    /**
     * Reads the index of waiting kinds: kinds are SQL literals because that index is partial, and the `+` keeps SQLite from
     * the index by status, which has all sleeping sessions as well.
     */
    waiting(kinds: readonly WaitingKind[]): SessionRow[] {
      const list = kinds.map((kind) => `'${kind}'`).join(", ");
      return many(
        `SELECT ${columns} FROM sessions WHERE +status = 'waiting' AND waiting_kind IN (${list})`,
        [],
      );
    },
    blocked: (): SessionRow[] => many(`SELECT ${columns} FROM sessions WHERE ${isBlocked}`, []),
    slugTaken: (slug: string, except: number): boolean =>
      prepared("SELECT 1 FROM sessions WHERE slug = ? AND id <> ?").get(slug, except) !== undefined,
  };
}
