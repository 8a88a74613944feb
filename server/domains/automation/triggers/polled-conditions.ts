import type { Database } from "../../../db/open.ts";
import type { ConditionRow } from "./store.ts";

const writeEveryMs = 10 * 60_000;

/**
 * When each condition was last polled. Every pass changes that for most of them, so it is kept in memory and written now and
 * then; a restart shows the time that was written last until the next pass.
 */
export function polledConditions({ sql, transaction }: Database) {
  const newest = new Map<number, number>();
  let writtenAt: number | null = null;
  const write = sql.prepare<[string]>(
    `UPDATE trigger_conditions SET last_polled_at = polled.value FROM json_each(?) AS polled
     WHERE trigger_conditions.id = CAST(polled.key AS INTEGER)`,
  );

  return {
    withNewest(row: ConditionRow): ConditionRow {
      const at = newest.get(row.id);
      return at === undefined ? row : { ...row, lastPolledAt: at };
    },

    mark(ids: readonly number[], at: number): void {
      for (const id of ids) newest.set(id, at);
      writtenAt ??= at;
      if (Math.abs(at - writtenAt) < writeEveryMs) return;
      transaction(() => write.run(JSON.stringify(Object.fromEntries(newest))));
      newest.clear();
      writtenAt = at;
    },
  };
}
