import type { ProviderKey } from "./model.ts";
import type { AccountPool } from "./pool.ts";
import { fullestWindow, nextCapacityAt, serves, spentOnes, usesMachine } from "./rules.ts";

/** How much of its quota a runtime has used, and what it lacks if it cannot go on. */
export interface RuntimeUse {
  runtime: string;
  label: string;
  /** The fullest of its windows, over all accounts; null if nothing was read. */
  window: {
    name: "five_hour" | "weekly" | "key";
    /** From 0 to 1. */
    utilization: number;
    /** Epoch ms; null if unknown. */
    resetsAt: number | null;
  } | null;
  lacks: "quota" | "credential" | null;
  /** When the next account serves again if none does, epoch ms; null if nobody knows. */
  backAt: number | null;
}

/** The runtimes of which something is known: those with accounts, and the one with a key. */
export function runtimeUses(
  pool: AccountPool,
  key: { view(): ProviderKey; runtime: { id: string; label: string } | null },
): RuntimeUse[] {
  const uses = [...pool.pooled.flatMap((runtime) => useOfPool(pool, runtime)), ...useOfKey(key)];
  return uses.filter(({ window, lacks }) => window !== null || lacks !== null);
}

function useOfPool(pool: AccountPool, runtime: string): RuntimeUse[] {
  const { accounts, readings, now } = pool.facts(runtime);
  if (usesMachine(accounts)) return [];
  const isServing = accounts.some(serves);
  return [
    {
      runtime,
      label: pool.labelOf(runtime),
      window: fullestWindow([...readings.values()], now),
      lacks: isServing ? null : spentOnes(accounts).length > 0 ? "quota" : "credential",
      backAt: isServing ? null : nextCapacityAt(accounts, now),
    },
  ];
}

function useOfKey({ view, runtime }: Parameters<typeof runtimeUses>[1]): RuntimeUse[] {
  const { present, refused, usage } = view();
  if (runtime === null || !present) return [];
  const { limit = null, remaining = null } = usage ?? {};
  const isLimited = limit !== null && limit > 0 && remaining !== null;
  const utilization = isLimited ? Math.min(Math.max(1 - remaining / limit, 0), 1) : null;
  return [
    {
      runtime: runtime.id,
      label: runtime.label,
      window: utilization === null ? null : { name: "key", utilization, resetsAt: null },
      lacks: refused ? "credential" : utilization === 1 ? "quota" : null,
      backAt: null,
    },
  ];
}
