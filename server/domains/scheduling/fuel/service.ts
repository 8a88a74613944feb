import type { Clock } from "../../../lib/clock.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { AccountService } from "../../agents/accounts/index.ts";
import type { TurnService } from "../../turns/turns/index.ts";
import { type BudgetService, periodAt } from "../../usage/budgets/index.ts";
import type { CostService } from "../../usage/costs/index.ts";
import type { AdmissionService } from "../admission/index.ts";
import type { Fuel } from "./model.ts";
import { nextChange, tightestBudget } from "./rules.ts";

export type FuelService = ReturnType<typeof fuelService>;

/** One small answer about what the fleet has left. Every page of the board shows it, so it reads only what is kept already. */
export function fuelService(deps: {
  clock: Clock;
  accounts: Pick<AccountService, "runtimeUses">;
  turns: Pick<TurnService, "waitingForAccount">;
  costs: Pick<CostService, "total">;
  budgets: Pick<BudgetService, "list">;
  admission: Pick<AdmissionService, "slots">;
}) {
  return {
    async current(): Promise<Fuel> {
      const now = deps.clock.now();
      const day = periodAt("day", now);
      const uses = deps.accounts.runtimeUses();
      const resets = uses.flatMap(({ window, backAt }) => [window?.resetsAt ?? null, backAt]);
      return {
        runtimes: uses.map(({ runtime, label, window, lacks, backAt }) => ({
          runtime,
          label,
          window: window && {
            name: window.name,
            utilization: window.utilization,
            resets_at: instantOrNull(window.resetsAt),
          },
          lacks,
          back_at: instantOrNull(backAt),
          waiting_sessions: lacks === null ? 0 : deps.turns.waitingForAccount(runtime),
        })),
        budget: tightestBudget(deps.budgets.list()),
        agents: deps.admission.slots(),
        changes_at: instant(nextChange(resets, day.to, now)),
        today: await deps.costs.total(day),
      };
    },
  };
}
