import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { triggerGroups } from "./table.ts";

export type GroupRow = typeof triggerGroups.$inferSelect;

export function groupStore({ sql }: Database) {
  const { columns, read } = rowsOf<GroupRow>(triggerGroups);
  const find = sql.prepare<[number, string], unknown>(
    `SELECT ${columns} FROM trigger_groups WHERE trigger_id = ? AND key = ?`,
  );
  const set = sql.prepare<[GroupRow]>(
    `INSERT INTO trigger_groups (trigger_id, key, sighting_id, anchor_at)
     VALUES (@triggerId, @key, @sightingId, @anchorAt)
     ON CONFLICT (trigger_id, key) DO UPDATE SET sighting_id = @sightingId, anchor_at = @anchorAt`,
  );

  return {
    find(triggerId: number, key: string): GroupRow | undefined {
      const raw = find.get(triggerId, key);
      return raw === undefined ? undefined : read(raw);
    },
    set: (row: GroupRow): void => void set.run(row),
  };
}
