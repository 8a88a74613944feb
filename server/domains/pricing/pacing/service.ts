import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { plainModel } from "../prices/index.ts";
import type { QuotaWindow, WindowCapacity } from "./model.ts";
import {
  type Estimate,
  isNew,
  isUsable,
  nextEstimate,
  type Observation,
  type RatedSession,
  rateOf,
  type SampledRate,
} from "./rules.ts";

const estimate: z.ZodType<Estimate> = z.object({
  usd: z.number(),
  spentUsd: z.number(),
  utilization: z.number(),
  observations: z.number().int(),
  accounts: z.number().int(),
  at: z.number().int(),
});

/** By runtime and window. A moving average lasts longer than one run of the service. */
const setting: AppSetting<Record<string, Estimate>> = {
  key: "window_capacities",
  schema: z.record(z.string(), estimate),
};

const keyOf = (runtime: string, window: QuotaWindow): string => `${runtime}:${window}`;

export type PacingService = ReturnType<typeof pacingService>;

/** How much the windows of a runtime's quota hold in dollars, and how fast its sessions spend; both learned from the ledger. */
export function pacingService({ settings, clock }: { settings: AppSettings; clock: Clock }) {
  const rates = new Map<string, readonly SampledRate[]>();
  /** Read with every decision of the spot queue. */
  let capacities: Record<string, Estimate> | null = null;

  function known(): Record<string, Estimate> {
    capacities ??= settings.read(setting) ?? {};
    return capacities;
  }

  return {
    /** Null if unknown, or too old to be used. */
    capacity(runtime: string, window: QuotaWindow): WindowCapacity | null {
      const found = known()[keyOf(runtime, window)];
      if (found === undefined || !isUsable(found, clock.now())) return null;
      const { usd, spentUsd, utilization, observations, at } = found;
      return { usd, spent_usd: spentUsd, utilization, observations, computed_at: instant(at) };
    },

    /** Dollars per minute of one session; null if no session of its runtime was sampled. */
    rate: ({ agentRuntime, agentRoot, model }: RatedSession & { agentRuntime: string }): number | null =>
      rateOf(rates.get(agentRuntime) ?? [], { agentRoot, model: plainModel(model) }),

    learnRates(byRuntime: ReadonlyMap<string, readonly SampledRate[]>): void {
      rates.clear();
      for (const [runtime, sampled] of byRuntime)
        rates.set(
          runtime,
          sampled.map((rate) => ({ ...rate, model: plainModel(rate.model) })),
        );
    },

    /** Whether a reading can tell something new of a window. */
    isNew: (runtime: string, window: QuotaWindow, seen: Omit<Observation, "spentUsd">): boolean =>
      isNew(known()[keyOf(runtime, window)] ?? null, seen),

    learnCapacity(runtime: string, window: QuotaWindow, seen: Observation): void {
      const key = keyOf(runtime, window);
      const next = nextEstimate(known()[key] ?? null, seen);
      if (next === null) return;
      capacities = { ...known(), [key]: next };
      settings.write(setting, capacities);
    },
  };
}
