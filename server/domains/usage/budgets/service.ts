import type { Database } from "../../../db/open.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { budgetRefusal } from "./errors.ts";
import type { BudgetHolds } from "./holds.ts";
import { checkBudgetsJob } from "./jobs.ts";
import type { Budget, BudgetPatch, NewBudget } from "./model.ts";
import { type Period, periodAt } from "./periods.ts";
import { type BudgetState, stateOf } from "./rules.ts";
import { type BudgetRow, budgetStore } from "./store.ts";
import { labelOf, text } from "./text.ts";

export type BudgetService = ReturnType<typeof budgetService>;

/** Calls of one turn come together. */
const checkAfterMs = 5_000;

/** What a scope has cost in a period, and the session that cost the most of it. */
export interface Spent {
  usd: number;
  topSessionId: number | null;
}

interface Deps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  spent(of: { agentRoot: string | null; sessionId: number | null }, period: Period): Promise<Spent>;
  /** Throws if there is no such session. */
  checkSession(id: number): void;
  /** Puts a notice into the inbox, at a session that it is about. */
  notify(sessionId: number, message: string): void;
  holds: BudgetHolds;
  /** Sessions may have to wait, or may go on. */
  onChanged(): void;
}

/** Limits on what calls to models cost: notices, and what waits once a limit is reached. */
export function budgetService(deps: Deps) {
  const { database, clock, jobs } = deps;
  const store = budgetStore(database);
  /** By budget, as of the last check. */
  const spentUsd = new Map<number, number>();

  function changed(): void {
    deps.holds.forget();
    deps.onChanged();
  }

  const checkSoon = (afterMs = 0): void =>
    void jobs.add(checkBudgetsJob, {}, { runAt: clock.now() + afterMs });

  function view(row: BudgetRow): Budget {
    const { from, to } = periodAt(row.period, clock.now());
    return {
      id: row.id,
      scope: row.scope,
      agent_root: row.agentRoot,
      session_id: row.sessionId,
      label: labelOf(row),
      period: row.period,
      limit_usd: row.limitUsd,
      warn_share: row.warnShare,
      at_limit: row.atLimit,
      spent_usd: spentUsd.get(row.id) ?? null,
      state: knownState(row, from),
      from: instant(from),
      to: instant(to),
      created_at: instant(row.createdAt),
      updated_at: instant(row.updatedAt),
    };
  }

  /** Stores the state of a budget, once for each of its periods. Returns the notice to send. */
  function settle(row: BudgetRow, from: number, { usd }: Spent): string | null {
    const state = stateOf(usd, row);
    const before = knownState(row, from);
    if (state === before) return null;
    store.change(row.id, {
      warnedFor: state === "within" ? null : from,
      reachedFor: state === "reached" ? from : null,
    });
    changed();
    const { limitUsd: limit, period, atLimit } = row;
    if (state === "reached") return text.reached(labelOf(row), usd, { limit, period, atLimit });
    return state === "warned" && before === "within"
      ? text.warned(labelOf(row), usd, { limit, period })
      : null;
  }

  function found(id: number): BudgetRow {
    const row = store.find(id);
    if (!row) throw budgetRefusal("not_found");
    return row;
  }

  return {
    list: (): Budget[] => store.all().map(view),

    create(asked: NewBudget): Budget {
      const { scope, agent_root: agentRoot, session_id: sessionId } = asked;
      if (scope === "agent_root" && agentRoot === undefined) throw budgetRefusal("root_missing");
      if (scope === "session") {
        if (sessionId === undefined) throw budgetRefusal("session_missing");
        deps.checkSession(sessionId);
      }
      return database.transaction(() => {
        const now = clock.now();
        const row = store.insert({
          scope,
          agentRoot: scope === "agent_root" ? (agentRoot ?? null) : null,
          sessionId: scope === "session" ? (sessionId ?? null) : null,
          period: asked.period,
          limitUsd: asked.limit_usd,
          warnShare: asked.warn_share,
          atLimit: asked.at_limit,
          createdAt: now,
          updatedAt: now,
        });
        changed();
        checkSoon();
        return view(row);
      });
    },

    update: (id: number, { period, limit_usd, warn_share, at_limit }: BudgetPatch): Budget =>
      database.transaction(() => {
        const before = found(id);
        const limitUsd = limit_usd ?? before.limitUsd;
        const warnShare = warn_share ?? before.warnShare;
        // What was known to be spent may be within the new limit; the check that follows knows the rest.
        const state = stateOf(spentUsd.get(id) ?? Number.POSITIVE_INFINITY, { limitUsd, warnShare });
        const row = store.change(id, {
          period: period ?? before.period,
          limitUsd,
          warnShare,
          atLimit: at_limit ?? before.atLimit,
          ...(state !== "reached" && { reachedFor: null }),
          ...(state === "within" && { warnedFor: null }),
          updatedAt: clock.now(),
        });
        changed();
        checkSoon();
        return view(row ?? before);
      }),

    remove: (id: number): void =>
      database.transaction(() => {
        if (!store.remove(id)) throw budgetRefusal("not_found");
        spentUsd.delete(id);
        changed();
      }),

    /** Compares what was spent with each budget. */
    async check(): Promise<JobResult> {
      for (const { id, period, agentRoot, sessionId } of store.all()) {
        const now = periodAt(period, clock.now());
        const spent = await deps.spent({ agentRoot, sessionId }, now);
        database.transaction(() => {
          const row = store.find(id);
          if (row?.period !== period) return;
          spentUsd.set(id, spent.usd);
          const notice = settle(row, now.from, spent);
          const about = sessionId ?? spent.topSessionId;
          if (notice !== null && about !== null) deps.notify(about, notice);
        });
      }
      return undefined;
    },

    /** Something was spent. Inside the transaction that stores it. */
    onSpent(): void {
      if (deps.holds.exist()) checkSoon(checkAfterMs);
    },
  };
}

/** As stored for the period that begins at `from`. */
function knownState({ warnedFor, reachedFor }: BudgetRow, from: number): BudgetState {
  if (reachedFor === from) return "reached";
  return warnedFor === from ? "warned" : "within";
}
