import type { AccountDeps, AccountPool } from "./pool.ts";
import { pooledUse, servingOrder, usesMachine } from "./rules.ts";

interface PooledReading {
  provider: string;
  takenAt: number;
  /** How many accounts were read. */
  accounts: number;
  windows: {
    name: "five_hour" | "weekly";
    utilization: number | null;
    resetsAt: number | null;
    capacity: number | null;
  }[];
}

/** The combined usage of all accounts of a runtime, for the spot policy. */
export const accountQuota = ({ clock }: Pick<AccountDeps, "clock">, pool: AccountPool) => ({
  /**
   * Null while an account that serves has reported nothing: there may be room on it. Where none serves there is nothing to
   * share out, and turns wait for an account.
   */
  reading(runtime: string): PooledReading | null {
    if (!pool.pooled.includes(runtime)) return null;
    const { accounts, readings, capacity } = pool.facts(runtime);
    const serving = servingOrder(accounts);
    if (serving.length === 0 || serving.some(({ id }) => !readings.has(id))) return null;
    const all = [...readings.values()];
    const use = pooledUse(all, clock.now());
    const sized = (window: "five_hour" | "weekly"): number | null => capacity(window)?.usd ?? null;
    return (
      use && {
        provider: pool.labelOf(runtime),
        takenAt: Math.max(...all.map(({ takenAt }) => takenAt)),
        accounts: all.length,
        windows: [
          { name: "five_hour", ...use.fiveHour, capacity: sized("five_hour") },
          { name: "weekly", ...use.sevenDay, capacity: sized("weekly") },
        ],
      }
    );
  },

  /** Null if turns run on the machine's own sign-in, of which nothing is known. */
  serves(runtime: string): boolean | null {
    const accounts = pool.pooled.includes(runtime) ? pool.store.ofRuntime(runtime) : [];
    return usesMachine(accounts) ? null : servingOrder(accounts).length > 0;
  },
});
