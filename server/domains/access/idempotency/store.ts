import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { idempotencyKeys } from "./table.ts";

type IdempotencyRow = typeof idempotencyKeys.$inferSelect;

export type IdempotencyStore = ReturnType<typeof idempotencyStore>;

/** The statements, prepared once: a keyed request runs three of them. */
export function idempotencyStore({ sql }: Database) {
  const { columns, read } = rowsOf<IdempotencyRow>(idempotencyKeys);
  const find = sql.prepare<[string], unknown>(`SELECT ${columns} FROM idempotency_keys WHERE id = ?`);
  const reserve = sql.prepare<[{ id: string; fingerprint: string; now: number }]>(`
    INSERT OR REPLACE INTO idempotency_keys (id, fingerprint, state, answer_kept, created_at)
    VALUES (@id, @fingerprint, 'reserved', 0, @now)`);
  const markWritten = sql.prepare<[string]>(
    "UPDATE idempotency_keys SET state = 'written' WHERE id = ? AND state = 'reserved'",
  );
  const answer = sql.prepare<[{ id: string; status: number; body: string | null; kept: number }]>(`
    UPDATE idempotency_keys SET state = 'answered', status = @status, body = @body, answer_kept = @kept
    WHERE id = @id`);
  const remove = sql.prepare<[string]>("DELETE FROM idempotency_keys WHERE id = ?");
  const removeReserved = sql.prepare<[string]>(
    "DELETE FROM idempotency_keys WHERE id = ? AND state = 'reserved'",
  );
  const removeOld = sql.prepare<[number]>("DELETE FROM idempotency_keys WHERE created_at <= ?");
  const removeBeyond = sql.prepare<[number]>(`
    DELETE FROM idempotency_keys WHERE id IN (SELECT id FROM
      (SELECT id, SUM(COALESCE(LENGTH(body), 0) + 200) OVER (ORDER BY created_at DESC, id) AS total
        FROM idempotency_keys) WHERE total > ?)`);
  const changes = sql.prepare<[], number>("SELECT total_changes()").pluck();

  return {
    find(id: string): IdempotencyRow | undefined {
      const raw = find.get(id);
      return raw === undefined ? undefined : read(raw);
    },
    reserve: (row: { id: string; fingerprint: string; now: number }) => void reserve.run(row),
    markWritten: (id: string) => void markWritten.run(id),
    answer: (row: { id: string; status: number; body: string | null; kept: boolean }) =>
      void answer.run({ ...row, kept: Number(row.kept) }),
    remove: (id: string) => void remove.run(id),
    /** Removes the key of a request of which nothing was stored. */
    removeReserved: (id: string) => void removeReserved.run(id),
    removeOlderThan: (at: number) => void removeOld.run(at),
    /** Keeps the newest keys whose answers take up to this many bytes. */
    removeBeyond: (bytes: number) => void removeBeyond.run(bytes),
    /** Rows that this connection has changed so far. */
    changes: (): number => changes.get() ?? 0,
  };
}
