import type { JobResult } from "../../../jobs/definition.ts";
import { type QuotaWindow, windowMs } from "./model.ts";
import type { PacingService } from "./service.ts";

/** What the accounts of a runtime have used together, by their newest readings. */
export interface PooledReading {
  /** Epoch ms. */
  takenAt: number;
  /** How many accounts were read. */
  accounts: number;
  windows: readonly { name: QuotaWindow; utilization: number | null; resetsAt: number | null }[];
}

export interface CapacityLearningDeps {
  pacing: Pick<PacingService, "isNew" | "learnCapacity">;
  runtimes: readonly string[];
  /** Null if nothing is known. */
  reading(runtime: string): PooledReading | null;
  /** What calls of the runtime cost at list prices, in dollars. */
  spent(of: { runtime: string; from: number; to: number }): Promise<number>;
  changed(): void;
}

/** Divides what was spent since each window began by the part of it that was used by then. */
export async function learnCapacities(deps: CapacityLearningDeps): Promise<JobResult> {
  const { pacing, runtimes, reading, spent } = deps;
  for (const runtime of runtimes) {
    const read = reading(runtime);
    for (const { name, utilization, resetsAt } of read?.windows ?? []) {
      if (read === null || utilization === null) continue;
      const { takenAt: at, accounts } = read;
      if (!pacing.isNew(runtime, name, { utilization, accounts, at })) continue;
      const from = (resetsAt ?? at) - windowMs[name];
      const spentUsd = await spent({ runtime, from, to: at });
      pacing.learnCapacity(runtime, name, { spentUsd, utilization, accounts, at });
    }
  }
  deps.changed();
  return undefined;
}
