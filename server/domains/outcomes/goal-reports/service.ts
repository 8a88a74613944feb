import { setImmediate } from "node:timers/promises";
import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { dateRange } from "../../../lib/date-bounds.ts";
import { instant } from "../../../lib/instant.ts";
import type { GoalCheck } from "../../sessions/goals/model.ts";
import type { GoalReport, GoalReportQuery } from "./model.ts";
import { type RestingFilter, type RestingSession, restingSessionStore } from "./store.ts";
import { goalTally } from "./tally.ts";

const defaultMs = 7 * 24 * 3_600_000;
/** So many sessions are checked before other work has its turn. */
const slice = 250;

export interface GoalReportDeps {
  database: Database;
  clock: Clock;
  /** The goals that have checks. */
  goalIds: readonly string[];
  checksOf(sessions: readonly RestingSession[]): ReadonlyMap<number, GoalCheck>;
}

export type GoalReportService = ReturnType<typeof goalReportService>;

/** R193: the goals of a window's sessions, checked as they are read. */
export function goalReportService({ database, clock, goalIds, checksOf }: GoalReportDeps) {
  const store = restingSessionStore(database);

  return async function report(query: GoalReportQuery): Promise<GoalReport> {
    const window = windowOf(query, clock.now());
    const filter: RestingFilter = {
      ...window,
      agentRoot: query.agent_root ?? null,
      agentRuntime: query.agent_runtime ?? null,
      model: query.model ?? null,
    };
    const tally = goalTally();
    let rows = store.page(filter, { goalIds, before: null, limit: slice });
    while (rows.length > 0) {
      const checks = checksOf(rows);
      for (const row of rows) {
        const check = checks.get(row.id);
        if (check) tally.add({ ...row, check });
      }
      if (rows.length < slice) break;
      await setImmediate();
      rows = store.page(filter, { goalIds, before: rows.at(-1) ?? null, limit: slice });
    }
    return {
      filters: {
        from: query.from ?? null,
        to: query.to ?? null,
        agent_root: filter.agentRoot,
        agent_runtime: filter.agentRuntime,
        model: filter.model,
      },
      window: { from: instant(window.from), to: instant(window.to) },
      resting_sessions: store.count(filter),
      ...tally.result(),
    };
  };
}

/** X33: a missing or unreadable `to` is now, and a missing `from` 7 days before it; reversed bounds are swapped. */
function windowOf(query: GoalReportQuery, now: number): { from: number; to: number } {
  const given = dateRange(query);
  const end = given.end ?? now;
  const start = given.start ?? end - defaultMs;
  return { from: Math.min(start, end), to: Math.max(start, end) };
}
