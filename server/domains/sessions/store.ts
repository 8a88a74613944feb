import type { Statement } from "better-sqlite3";
import { eq } from "drizzle-orm";
import type { Database } from "../../db/open.ts";
import { rowsOf } from "../../db/rows.ts";
import { writesOf } from "../../db/writes.ts";
import { priorityGenesisNames, type StatusFilter, type WaitingKind } from "./rules.ts";
import { sessions } from "./table.ts";

export type SessionRow = typeof sessions.$inferSelect;
export type NewSessionRow = typeof sessions.$inferInsert;
export type SessionChanges = Partial<Omit<SessionRow, "id" | "version" | "createdAt">>;

export interface ListFilter {
  statuses: StatusFilter;
  agentRuntime?: string | undefined;
  agentRoot?: string | undefined;
  priorityClass?: "spot" | "priority" | undefined;
  genesis?: string | undefined;
  board?: { on: boolean; now: number } | undefined;
  /** One literal substring of title, metadata or custom_metadata, tried in each spelling. */
  needles?: readonly string[] | undefined;
}

export type ListOrder = "created_desc" | "last_touched" | "user" | "ranked";

const isPriority = `(scheduling_class IS 'priority' OR (scheduling_class IS NULL AND genesis IN (${priorityGenesisNames
  .map((name) => `'${name}'`)
  .join(", ")})))`;

/** R39: both ranked views put the priority class first, then the higher rank, then the older session. */
const orders: Record<ListOrder, string> = {
  created_desc: "created_at DESC, id DESC",
  last_touched: "last_touched_at DESC, id DESC",
  user: `${isPriority} DESC, precedence DESC, created_at, id`,
  ranked: `${isPriority} DESC, precedence DESC, created_at, id`,
};

type Value = string | number;

const openOnly = "WHERE status <> 'archived'";
/** A tenth of the time of asking each row whether it is archived: both counts come from an index alone. */
const countOpen = `SELECT (SELECT COUNT(*) FROM sessions)
  - (SELECT COUNT(*) FROM sessions WHERE status = 'archived') AS count`;

export type SessionStore = ReturnType<typeof sessionStore>;

export function sessionStore({ sql, db }: Database) {
  const { columns, read } = rowsOf<SessionRow>(sessions);
  const one = (where: string) => {
    const statement = sql.prepare<[Value], unknown>(`SELECT ${columns} FROM sessions WHERE ${where}`);
    return (value: Value): SessionRow | undefined => {
      const raw = statement.get(value);
      return raw === undefined ? undefined : read(raw);
    };
  };
  const many = (source: string, values: readonly Value[]): SessionRow[] =>
    prepared(source)
      .all(...values)
      .map(read);

  const cache = new Map<string, Statement<Value[], unknown>>();
  function prepared(source: string) {
    const known = cache.get(source);
    if (known) return known;
    const statement = sql.prepare<Value[], unknown>(source);
    if (cache.size > 200) cache.clear();
    cache.set(source, statement);
    return statement;
  }

  const writes = writesOf<SessionRow, NewSessionRow>(sql, sessions);
  const lastId = sql.prepare<[], { id: number }>(
    "SELECT seq AS id FROM sqlite_sequence WHERE name = 'sessions'",
  );
  const topOfSpot = sql.prepare<[number], { top: number | null }>(
    `SELECT MAX(precedence) AS top FROM sessions WHERE status <> 'archived' AND NOT ${isPriority} AND id <> ?`,
  );
  const statusCounts = sql.prepare<[], { status: SessionRow["status"]; count: number }>(
    "SELECT status, COUNT(*) AS count FROM sessions WHERE status <> 'archived' GROUP BY status",
  );

  return {
    byId: one("id = ?"),
    bySlug: one("slug = ?"),
    byIdempotencyKey: one("idempotency_key = ?"),
    /** The id of the next session; good for the rest of the open transaction. */
    nextId: (): number => (lastId.get()?.id ?? 0) + 1,
    insert: (row: NewSessionRow): SessionRow => writes.insert(row),

    /** Compare-and-set where `seen` is given: undefined when somebody else wrote the row meanwhile. */
    update: (id: number, changes: SessionChanges, seen?: number): SessionRow | undefined =>
      writes.update(changes, {
        also: "version = version + 1",
        where: seen === undefined ? "id = @which" : "id = @which AND version = @seen",
        values: { which: id, ...(seen !== undefined && { seen }) },
      }),
    remove: (id: number): boolean => db.delete(sessions).where(eq(sessions.id, id)).run().changes === 1,

    list(filter: ListFilter, page: { order: ListOrder; limit: number; offset: number }): SessionRow[] {
      const { where, values } = conditions(filter);
      return many(
        `SELECT ${columns} FROM sessions ${where} ORDER BY ${orders[page.order]} LIMIT ? OFFSET ?`,
        [...values, page.limit, page.offset],
      );
    },
    count(filter: ListFilter): number {
      const { where, values } = conditions(filter);
      const source = where === openOnly ? countOpen : `SELECT COUNT(*) AS count FROM sessions ${where}`;
      return (prepared(source).get(...values) as { count: number }).count;
    },
    /** Highest rank among the spot sessions that are not archived, `except` left out; null without any. */
    topOfSpot: (except: number): number | null => topOfSpot.get(except)?.top ?? null,
    statusCounts: () => statusCounts.all(),
    /** Newest first; all of them unless a limit is given. */
    withStatus: (status: SessionRow["status"], limit = -1): SessionRow[] =>
      many(`SELECT ${columns} FROM sessions WHERE status = ? ORDER BY created_at DESC, id DESC LIMIT ?`, [
        status,
        limit,
      ]),
    /** Kinds as literals, so that an index on just those kinds can serve it. */
    waiting(kinds: readonly WaitingKind[]): SessionRow[] {
      const list = kinds.map((kind) => `'${kind}'`).join(", ");
      return many(
        `SELECT ${columns} FROM sessions WHERE status = 'waiting' AND waiting_kind IN (${list})`,
        [],
      );
    },
    slugTaken: (slug: string, except: number): boolean =>
      prepared("SELECT 1 FROM sessions WHERE slug = ? AND id <> ?").get(slug, except) !== undefined,
  };
}

function conditions(filter: ListFilter): { where: string; values: Value[] } {
  const parts: string[] = [];
  const values: Value[] = [];
  const add = (condition: string, ...given: Value[]) => {
    parts.push(condition);
    values.push(...given);
  };
  const { statuses } = filter;
  if (statuses.kind === "any_open") add("status <> 'archived'");
  if (statuses.kind === "only")
    add(`status IN (${statuses.statuses.map(() => "?").join(", ")})`, ...statuses.statuses);
  if (filter.agentRuntime !== undefined) add("agent_runtime = ?", filter.agentRuntime);
  if (filter.agentRoot !== undefined) add("agent_root = ?", filter.agentRoot);
  if (filter.genesis !== undefined) add("genesis = ?", filter.genesis);
  if (filter.priorityClass !== undefined)
    add(filter.priorityClass === "priority" ? isPriority : `NOT ${isPriority}`);
  if (filter.board) add(`${filter.board.on ? "" : "NOT "}${onBoard}`, filter.board.now);
  if (filter.needles) addNeedles(filter.needles, add);
  return { where: parts.length === 0 ? "" : `WHERE ${parts.join(" AND ")}`, values };
}

const onBoard = "(visibility = 'visible' OR (visibility = 'snoozed' AND snoozed_until <= ?))";

function addNeedles(needles: readonly string[], add: (condition: string, ...given: Value[]) => void): void {
  const like = (column: string) => `${column} LIKE ? ESCAPE '\\'`;
  const columns = ["title", "metadata", "custom_metadata"];
  const patterns = needles.map((needle) => `%${needle.replace(/[\\%_]/g, "\\$&")}%`);
  add(
    `(${patterns.flatMap(() => columns.map(like)).join(" OR ")})`,
    ...patterns.flatMap((pattern) => columns.map(() => pattern)),
  );
}
