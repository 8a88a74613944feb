import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { joinableSessions } from "../../sessions/sessions/queries.ts";
import type { Cost } from "./model.ts";
import type { Placed } from "./rules.ts";
import { workBacklogItems } from "./table.ts";

export type BacklogRow = typeof workBacklogItems.$inferSelect;
export type NewBacklogRow = typeof workBacklogItems.$inferInsert;
export type BacklogChanges = Partial<Omit<BacklogRow, "id">>;

export interface BacklogFilter {
  status: string | null;
  cost: string | null;
  repo: string | null;
  held: boolean | null;
}

export type BacklogStore = ReturnType<typeof backlogStore>;

const order = "precedence DESC, added_at, id";
const wanted = `(@status IS NULL OR status = @status) AND (@cost IS NULL OR estimated_cost = @cost)
  AND (@repo IS NULL OR repo = @repo COLLATE NOCASE) AND (@held IS NULL OR (held_at IS NOT NULL) = @held)`;

export function backlogStore({ sql }: Database) {
  const { columns, read } = rowsOf<BacklogRow>(workBacklogItems);
  const writes = writesOf<BacklogRow, NewBacklogRow>(sql, workBacklogItems);
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM work_backlog_items WHERE id = ?`);
  const byKey = sql.prepare<[string], unknown>(
    `SELECT ${columns} FROM work_backlog_items WHERE key = ? ORDER BY status = 'queued' DESC, id DESC LIMIT 1`,
  );
  const list = sql.prepare<[Record<string, unknown>], unknown>(
    `SELECT ${columns} FROM work_backlog_items WHERE ${wanted}
     ORDER BY status = 'queued' DESC, IIF(status = 'queued', precedence, COALESCE(started_at, removed_at)) DESC, added_at, id
     LIMIT @limit OFFSET @offset`,
  );
  const total = sql.prepare<[Record<string, unknown>], { count: number }>(
    `SELECT COUNT(*) AS count FROM work_backlog_items WHERE ${wanted}`,
  );
  const before = sql.prepare<[BacklogRow], { count: number }>(
    `SELECT COUNT(*) AS count FROM work_backlog_items WHERE status = 'queued'
     AND (precedence > @precedence OR (precedence = @precedence AND (added_at, id) < (@addedAt, @id)))`,
  );
  const peers = sql.prepare<[string], Placed & { addedAt: number }>(
    `SELECT id, precedence, added_at AS addedAt FROM work_backlog_items
     WHERE status = 'queued' AND pinned = 0 AND estimated_cost = ? ORDER BY ${order}`,
  );
  const startable = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM work_backlog_items WHERE status = 'queued' AND held_at IS NULL
     ORDER BY ${order} LIMIT ?`,
  );
  const bound = ({ held, ...filter }: BacklogFilter) => ({
    ...filter,
    held: held === null ? null : Number(held),
  });
  const one = (raw: unknown): BacklogRow | undefined => (raw === undefined ? undefined : read(raw));

  return {
    ...backlogCounts(sql),
    /** By id or key; of several with a key the queued one, otherwise the newest. */
    find(reference: string): BacklogRow | undefined {
      const id = /^\d{1,15}$/.test(reference) ? Number(reference) : null;
      return (id === null ? undefined : one(byId.get(id))) ?? one(byKey.get(reference.toLowerCase()));
    },
    list: (filter: BacklogFilter, page: { limit: number; offset: number }): BacklogRow[] =>
      list.all({ ...bound(filter), ...page }).map(read),
    total: (filter: BacklogFilter): number => total.get(bound(filter))?.count ?? 0,
    /** How many go before it. */
    before: (row: BacklogRow): number => before.get(row)?.count ?? 0,
    /** The queued, unpinned items of this cost in their order. */
    peers: (cost: Cost): Placed[] => peers.all(cost),
    /** The next to start. */
    startable: (limit: number): BacklogRow[] => startable.all(limit).map(read),
    insert: (row: NewBacklogRow): BacklogRow => writes.insert(row),
    change(id: number, changes: BacklogChanges): BacklogRow {
      const row = writes.update(changes, { where: "id = @which", values: { which: id } });
      if (!row) throw new Error(`There is no backlog item ${id}`);
      return row;
    },
  };
}

function backlogCounts(sql: Database["sql"]) {
  const counts = sql.prepare<
    [],
    { queued: number; started: number; removed: number; parked: number; pinned: number }
  >(`SELECT COUNT(*) FILTER (WHERE status = 'queued') AS queued, COUNT(*) FILTER (WHERE status = 'started') AS started,
      COUNT(*) FILTER (WHERE status = 'removed') AS removed,
      COUNT(*) FILTER (WHERE status = 'queued' AND held_at IS NOT NULL) AS parked,
      COUNT(*) FILTER (WHERE status = 'queued' AND pinned = 1) AS pinned FROM work_backlog_items`);
  const inFlight = sql.prepare<[], { count: number }>(
    `SELECT COUNT(*) AS count FROM ${joinableSessions} AS s
     JOIN work_backlog_items AS item ON item.started_session_id = s.id WHERE s.status NOT IN ('archived', 'failed')`,
  );
  const startable = sql.prepare<[], { count: number }>(
    "SELECT COUNT(*) AS count FROM work_backlog_items WHERE status = 'queued' AND held_at IS NULL",
  );
  return {
    counts: () => ({
      ...(counts.get() ?? { queued: 0, started: 0, removed: 0, parked: 0, pinned: 0 }),
      in_flight: inFlight.get()?.count ?? 0,
    }),
    /** Queued and not held. */
    startableCount: (): number => startable.get()?.count ?? 0,
  };
}
