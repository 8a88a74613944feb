import { diskSpaceService } from "../domains/installation/disk-space/index.ts";
import { diskWatch, limitsHere, processLimits } from "../lib/limits/index.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { ComposeDeps, Platform } from "./deps.ts";

const worker = new URL("../lib/limits/written-worker.ts", import.meta.url);
const budgetMs = 5_000;

/** How much of the machine new work must leave, and turns may take. */
export function composeBounds(
  { settings, environment, installation, clock, log }: ComposeDeps,
  workers: Pick<WorkerPool, "run">,
): Pick<Platform, "diskSpace" | "limits"> {
  const { dataFolder } = settings;
  const limits = limitsHere(settings.agentLimits);
  const diskSpace = diskSpaceService({ folder: dataFolder, floorBytes: settings.minFreeBytes, log });
  const disk = diskWatch({
    space() {
      const { free_bytes: freeBytes, floor_bytes: floorBytes } = diskSpace.check();
      return { freeBytes, floorBytes };
    },
    written: (folders, since) =>
      workers.run<number>({ file: worker, name: "written", input: { folders, since, budgetMs } }),
    limitBytes: limits.diskBytes,
    now: clock.now,
  });
  const held = processLimits({ limits, dataFolder, installation: installation.id, environment, log });
  return { diskSpace, limits: { ...held, disk } };
}
