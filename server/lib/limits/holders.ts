import { readFile } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { type CgroupPlace, cgroupPlaces } from "./cgroup-places.ts";
import { below, makeRoom, openGroup, removeIfEmpty } from "./cgroups.ts";
import { defaultLimits, limitsMeaning } from "./limit-rules.ts";
import type { HeldLimits, LimitHolder, Limits } from "./model.ts";
import { scopesWork } from "./systemd-scope.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Found {
  holder: LimitHolder;
  /** Where groups are made, if they are what holds. */
  place: CgroupPlace | null;
}

export interface LimitStatus {
  holder: LimitHolder;
  /** Whether something stands in the way of a turn that takes more, also in between two looks at it. */
  isHeld: boolean;
  /** In words for the person. */
  meaning: string;
}

export const statusOf = (holder: LimitHolder, limits: Limits): LimitStatus => ({
  holder,
  isHeld: holder !== "sampling" && holder !== "nothing",
  meaning: limitsMeaning(limits, holder),
});

/** What the owner set, otherwise what fits this machine, or the container that it is. */
export function limitsHere(own: { readonly [Limit in keyof Limits]: number | null }): Limits {
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const usual = defaultLimits({ cores: availableParallelism(), memoryBytes });
  return {
    processes: own.processes ?? usual.processes,
    memoryBytes: own.memoryBytes ?? usual.memoryBytes,
    diskBytes: own.diskBytes,
  };
}

/** The strongest that works here, by trying. */
export async function findHolder(
  name: string,
  { limits, environment }: { limits: HeldLimits; environment: Environment },
): Promise<Found> {
  if (process.platform === "win32") return { holder: "nothing", place: null };
  if (process.platform !== "linux") return { holder: "sampling", place: null };
  const place = await usablePlace(name, limits);
  if (place !== null) return { holder: place.version === 2 ? "cgroup_v2" : "cgroups", place };
  if (await scopesWork(environment, limits)) return { holder: "systemd", place: null };
  // The kernel counts the processes of everybody but root.
  return { holder: process.getuid?.() === 0 ? "sampling" : "rlimits", place: null };
}

/** The first place where a group can be made, with its limits; null if there is none. */
async function usablePlace(name: string, limits: HeldLimits): Promise<CgroupPlace | null> {
  const read = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");
  const [own, mounts] = await Promise.all([read("/proc/self/cgroup"), read("/proc/self/mountinfo")]);
  for (const place of cgroupPlaces({ own, mounts })) {
    try {
      const group = await openGroup(await makeRoom(place, name), "trial", limits);
      await group.release();
      await removeIfEmpty(below(place, name));
      return place;
    } catch {
      // Another one may do.
    }
  }
  return null;
}

/** For somebody who only asks. */
export async function findLimits(limits: Limits, environment: Environment): Promise<LimitStatus> {
  const { holder } = await findHolder(`signalbox-asked-${process.pid}`, { limits, environment });
  return statusOf(holder, limits);
}
