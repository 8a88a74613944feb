/** A pid alone is recycled; with its start time it is one process. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque: kernel start ticks with the boot id on Linux, the start time elsewhere. */
  startedAt: string;
}

/** One living process. A process that only waits to be reaped is not in any table. */
export interface ProcessRow extends ProcessIdentity {
  parent: number;
  /** The marker variable's value where the system shows it for a process of our own user. */
  marker: string | null;
}

/** What one process has used since it started. */
export interface ProcessUsage {
  pid: number;
  /** The program's name, without its arguments. */
  name: string;
  /** On all processors together. */
  cpuMs: number;
  /** Resident. */
  memoryBytes: number;
}

/** What each operating system must be able to tell. */
export interface ProcessTable {
  list(): Promise<ProcessRow[]>;
  /** Those of `pids` that live, without their markers. */
  read(pids: readonly number[]): Promise<ProcessIdentity[]>;
  /** What those of `pids` that live have used so far; null where the system does not tell. */
  usage(pids: readonly number[]): Promise<ProcessUsage[] | null>;
  /** Start times as numbers, in a unit of the system's own, to tell the older of two processes. */
  startOrder(startedAt: string): number;
  /** True where a child keeps naming its parent after the parent's death (Windows). */
  keepsDeadParents: boolean;
  /** Pause between two looks at processes that are ending. */
  pollMs: number;
}

/** Named in the environment of every agent; the value is `<data folder's id>:<session id>:<turn id>`. */
export const markerVariable = "SIGNALBOX_AGENT";

export function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.startedAt === b.startedAt;
}
