import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { restingSessions } from "../../sessions/sessions/queries.ts";
import { fleetTopUpState, quotaLevels } from "./table.ts";

type StateRow = typeof fleetTopUpState.$inferSelect;
export type TopUpMemory = Omit<StateRow, "id">;

const nothingYet: TopUpMemory = {
  underCeilingSince: null,
  lastFiredAt: null,
  latched: false,
  foundNothing: false,
};

export type TopUpStore = ReturnType<typeof topUpStore>;

export function topUpStore({ sql }: Database) {
  const { columns, read } = rowsOf<StateRow>(fleetTopUpState);
  const writes = writesOf<StateRow, typeof fleetTopUpState.$inferInsert>(sql, fleetTopUpState);
  const memory = sql.prepare<[], unknown>(`SELECT ${columns} FROM fleet_top_up_state WHERE id = 1`);
  const begin = sql.prepare<[]>("INSERT INTO fleet_top_up_state (id) VALUES (1) ON CONFLICT DO NOTHING");
  const resting = sql.prepare<[], { asleep: number; parked: number }>(
    `SELECT COUNT(*) FILTER (WHERE waiting_kind = 'asleep_on_wake') AS asleep,
       COUNT(*) FILTER (WHERE waiting_kind = 'parked') AS parked FROM ${restingSessions}`,
  );
  const levels = rowsOf<typeof quotaLevels.$inferSelect>(quotaLevels);
  const level = sql.prepare<[string], unknown>(
    `SELECT ${levels.columns} FROM quota_levels WHERE runtime = ?`,
  );
  const setLevel = sql.prepare<[{ runtime: string; available: number; now: number }]>(
    `INSERT INTO quota_levels (runtime, available, changed_at) VALUES (@runtime, @available, @now)
     ON CONFLICT (runtime) DO UPDATE SET available = @available, changed_at = @now`,
  );

  return {
    memory(): TopUpMemory {
      const raw = memory.get();
      return raw === undefined ? nothingYet : read(raw);
    },
    change(changes: Partial<TopUpMemory>): void {
      begin.run();
      writes.update(changes, { where: "id = @which", values: { which: 1 } });
    },
    /** Sessions that wait for a wake, and those that wait for an account or a sign-in. */
    resting: () => resting.get() ?? { asleep: 0, parked: 0 },
    /** Null if it was never looked at. */
    level(runtime: string): boolean | null {
      const raw = level.get(runtime);
      return raw === undefined ? null : levels.read(raw).available;
    },
    setLevel: (runtime: string, available: boolean, now: number): void =>
      void setLevel.run({ runtime, available: Number(available), now }),
  };
}
