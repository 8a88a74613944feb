import { budgetChecks, type ChecksDeps } from "./check-planning.ts";
import { budgetRefusal } from "./errors.ts";
import type { BudgetHolds } from "./holds.ts";
import type { Budget, BudgetPatch, NewBudget } from "./model.ts";
import { periodAt } from "./periods.ts";
import { stateOf } from "./rules.ts";
import { type BudgetRow, budgetStore } from "./store.ts";
import { labelOf, text } from "./text.ts";
import { knownState, viewOf } from "./view.ts";

export type BudgetService = ReturnType<typeof budgetService>;

interface Deps extends Omit<ChecksDeps, "store" | "spending" | "changed"> {
  /** Throws if there is no such session. */
  checkSession(id: number): void;
  holds: BudgetHolds;
  /** Sessions may have to wait, or may go on. */
  onChanged(): void;
}

/** Limits on what calls to models cost: notices, and what waits once a limit is reached. */
export function budgetService(deps: Deps) {
  const { database, clock } = deps;
  const store = budgetStore(database);
  const { spending } = deps.holds;

  function changed(): void {
    deps.holds.forget();
    deps.onChanged();
  }

  const { checkSoon, ...checks } = budgetChecks({ ...deps, store, spending, changed });

  const view = (row: BudgetRow): Budget =>
    viewOf(row, { now: clock.now(), spentUsd: spending.addedUpUsd(row.id, fromOf(row)) });

  const fromOf = ({ period }: Pick<BudgetRow, "period">): number => periodAt(period, clock.now()).from;

  function found(id: number): BudgetRow {
    const row = store.find(id);
    if (!row) throw budgetRefusal("not_found");
    return row;
  }

  return {
    list: (): Budget[] => store.all().map(view),

    /** A sentence on each budget that is nearly or wholly used up. */
    warnings: (): string[] =>
      store.all().flatMap((row) => {
        const state = knownState(row, fromOf(row));
        return state === "within" ? [] : [text.short[state](labelOf(row), row.limitUsd, row.period)];
      }),

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
        const spentUsd = spending.addedUpUsd(id, fromOf(before)) ?? Number.POSITIVE_INFINITY;
        const state = stateOf(spentUsd, { limitUsd, warnShare });
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
        spending.forget(id);
        changed();
      }),

    ...checks,
  };
}
