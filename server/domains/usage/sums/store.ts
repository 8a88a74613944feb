import type { Database } from "../../../db/open.ts";
import { withFeatureShares } from "../features/index.ts";
import type { AddedHour } from "./hours.ts";
import { countColumns } from "./queries.ts";

const keys = "session_id, agent_root, model, is_subagent, source, prompt_above";
const counts = ["calls", ...countColumns.map(([column]) => column)];

export function sumStore({ sql, transaction }: Database) {
  withFeatureShares(sql);
  const changesOf = sql
    .prepare<[number], number>("SELECT changes FROM token_usage_stale_hours WHERE hour = ?")
    .pluck();
  const isCurrent = sql.prepare<[number], number>("DELETE FROM token_usage_stale_hours WHERE hour = ?");
  const clear = sql.prepare<[number, number]>("DELETE FROM token_usage_sums WHERE hours = ? AND hour = ?");
  // Ad hoc and recorded calls of one source and model may be in two sums; only recorded ones have features.
  const add = sql.prepare(
    `INSERT INTO token_usage_sums (hours, hour, ${keys}, ${counts.join(", ")}, features)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET ${counts.map((count) => `${count} = ${count} + excluded.${count}`).join(", ")},
       features = COALESCE(features, excluded.features)`,
  );
  const staleOfDay = sql.prepare<[number, number], number>(
    "SELECT 1 FROM token_usage_stale_hours WHERE hour >= ? AND hour < ? LIMIT 1",
  );
  const addDay = sql.prepare<[number, number, number]>(
    `INSERT INTO token_usage_sums (hours, hour, ${keys}, ${counts.join(", ")}, features)
     SELECT 24, ?, ${keys}, ${counts.map((count) => `SUM(${count})`).join(", ")},
       feature_shares(features) FROM token_usage_sums
     WHERE hours = 1 AND hour >= ? AND hour < ? GROUP BY ${keys}`,
  );

  return {
    /** Splits the sums by these sizes of prompts; all are out of date if they were split by others. */
    splitBy: (promptSteps: readonly number[]): void =>
      transaction(() => {
        const steps = JSON.stringify(promptSteps);
        const { changes } = sql
          .prepare<[string]>(
            `INSERT INTO token_usage_sum_steps (id, prompt_steps) VALUES (1, ?)
             ON CONFLICT DO UPDATE SET prompt_steps = excluded.prompt_steps WHERE prompt_steps <> excluded.prompt_steps`,
          )
          .run(steps);
        if (changes > 0)
          sql.exec(`INSERT INTO token_usage_stale_hours (hour, changes)
            SELECT DISTINCT hour, 1 FROM token_usage_sums WHERE hours = 1
            ON CONFLICT DO UPDATE SET changes = changes + 1`);
      }),

    hasStaleBefore: (hour: number): boolean =>
      sql
        .prepare<[number], number>("SELECT 1 FROM token_usage_stale_hours WHERE hour < ? LIMIT 1")
        .get(hour) !== undefined,

    /** Replaces the sums of an hour, unless one of its calls changed after they were added up. */
    replace: ({ hour, changes, sums }: AddedHour): void =>
      transaction(() => {
        if (changesOf.get(hour) !== changes) return;
        clear.run(1, hour);
        for (const values of sums) add.run(hour, ...values);
        isCurrent.run(hour);
        const day = hour - (hour % 24);
        if (staleOfDay.get(day, day + 24) !== undefined) return;
        clear.run(24, day);
        addDay.run(day, day, day + 24);
      }),
  };
}
