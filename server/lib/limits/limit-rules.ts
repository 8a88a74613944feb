import type { LimitHolder, Limits } from "./model.ts";

const gibibyte = 1024 ** 3;
const usualProcesses = 4_096;
const processesPerCore = 128;
const shareOfService = 0.1;

/**
 * What no honest turn meets: more processes than a large build with a browser has, and of the machine's memory all but what the
 * service and the system need.
 */
export function defaultLimits({ cores, memoryBytes }: { cores: number; memoryBytes: number }): Limits {
  const spared = Math.max(gibibyte, memoryBytes * shareOfService);
  return {
    processes: Math.max(usualProcesses, processesPerCore * cores),
    memoryBytes: Math.max(Math.floor(memoryBytes / 2), Math.floor(memoryBytes - spared)),
    diskBytes: null,
  };
}

/** Without separators: the log says so at each start, before any locale is loaded. */
const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MB`;

const holders: Record<LimitHolder, string> = {
  cgroups: "held by cgroups (version 1)",
  cgroup_v2: "held by cgroup v2",
  systemd: "held by a systemd scope for each turn",
  rlimits: "processes held by a limit of the sandbox's user, memory checked every few seconds",
  sampling: "checked every few seconds; nothing here holds them in between",
  nothing: "not held: this system does not report what processes use",
};

/** In words for the person. */
export function limitsMeaning({ processes, memoryBytes, diskBytes }: Limits, holder: LimitHolder): string {
  const disk = diskBytes === null ? "the disk's reserve" : `${megabytes(diskBytes)} written`;
  const counts = `${processes} processes, ${megabytes(memoryBytes)} of memory, ${disk}`;
  return `A turn is ended at ${counts} (${holders[holder]}).`;
}
