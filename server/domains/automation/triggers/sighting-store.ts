import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { triggerSightings } from "./table.ts";

export type SightingRow = typeof triggerSightings.$inferSelect;
type NewSightingRow = typeof triggerSightings.$inferInsert;

export function sightingStore({ sql }: Database) {
  const { columns, read } = rowsOf<SightingRow>(triggerSightings);
  const writes = writesOf<SightingRow, NewSightingRow>(sql, triggerSightings);
  const byKey = sql.prepare<[number, string], unknown>(
    `SELECT ${columns} FROM trigger_sightings WHERE condition_id = ? AND key = ?`,
  );
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM trigger_sightings WHERE id = ?`);
  const elsewhere = sql.prepare<[{ trigger: number; condition: number; key: string; from: number }]>(
    `SELECT 1 FROM trigger_sightings WHERE trigger_id = @trigger AND key = @key AND condition_id <> @condition
       AND fired = 1 AND state = 'handled' AND happened_at >= @from`,
  );
  const earlierElsewhere = sql.prepare<[{ trigger: number; condition: number; key: string; id: number }]>(
    `SELECT 1 FROM trigger_sightings WHERE trigger_id = @trigger AND key = @key AND condition_id <> @condition
       AND id < @id AND (fired = 1 OR state = 'pending')`,
  );
  const removeOld = sql.prepare<[string, number]>(
    "DELETE FROM trigger_sightings WHERE key GLOB ? AND state <> 'pending' AND happened_at <= ?",
  );
  const removeGone = sql.prepare<[number]>(
    "DELETE FROM trigger_sightings WHERE state = 'gone' AND happened_at <= ?",
  );
  const one = (raw: unknown): SightingRow | undefined => (raw === undefined ? undefined : read(raw));

  return {
    find: (conditionId: number, key: string): SightingRow | undefined => one(byKey.get(conditionId, key)),
    byId: (id: number): SightingRow | undefined => one(byId.get(id)),
    insert: (row: NewSightingRow): SightingRow => writes.insert(row),
    update: (id: number, changes: Partial<Omit<SightingRow, "id">>): void =>
      void writes.update(changes, { where: "id = @which", values: { which: id } }),
    /** Whether another condition of the same trigger has fired for it. */
    firedElsewhere: ({ triggerId, conditionId, key }: SightingRow, from: number): boolean =>
      elsewhere.get({ trigger: triggerId, condition: conditionId, key, from }) !== undefined,
    /** Whether another condition of the same trigger saw it before, and starts or started a session for it. */
    isElsewhere: ({ id, triggerId, conditionId, key }: SightingRow): boolean =>
      earlierElsewhere.get({ trigger: triggerId, condition: conditionId, key, id }) !== undefined,
    /** Of keys with this beginning. */
    removeOlderThan: (beginning: string, at: number): void => void removeOld.run(`${beginning}*`, at),
    removeGoneBefore: (at: number): void => void removeGone.run(at),
  };
}
