import {
  endAgentProcesses,
  findAgentProcesses,
  identify,
  limitProcesses,
  type ProcessIdentity,
  usageOfAgents,
  writtenBy,
} from "../processes/index.ts";
import type { HeldLimits, ProcessGroup } from "./model.ts";

/** All processes of the machine are listed for it. */
const everyMs = 5_000;

/**
 * Processes that nothing holds together: their number and memory are added up every few seconds. The kernel holds the
 * number besides, for an ordinary user, not counting what ran before.
 */
export function sampledGroup({ processes, memoryBytes }: HeldLimits, marker: string): ProcessGroup {
  const roots: ProcessIdentity[] = [];
  let looked = Number.NEGATIVE_INFINITY;

  return {
    async add(pids) {
      for (const pid of pids) {
        const root = await identify(pid);
        if (root === null) continue;
        roots.push(root);
        await limitProcesses(pid, processes);
      }
    },
    async met() {
      const now = performance.now();
      if (now - looked < everyMs) return null;
      looked = now;
      const all = (await usageOfAgents({ markerPrefix: marker, roots })) ?? [];
      const sum = (of: (one: (typeof all)[number]) => number): number =>
        all.reduce((total, one) => total + of(one), 0);
      if (sum(({ threads = 1 }) => threads) >= processes) return "processes";
      return sum(({ ownBytes, memoryBytes: resident }) => ownBytes ?? resident) > memoryBytes
        ? "memory"
        : null;
    },
    async writtenBytes(folder) {
      const found = await findAgentProcesses({ markerPrefix: marker, roots });
      return writtenBy(
        found.map(({ pid }) => pid),
        folder,
      );
    },
    async kill() {
      await endAgentProcesses({ markerPrefix: marker, roots, graceMs: 0 });
    },
    release: async () => {},
  };
}
