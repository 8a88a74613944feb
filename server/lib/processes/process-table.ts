/** Pids are reused; together with the start time they identify one process. */
export interface ProcessIdentity {
  pid: number;
  /** Opaque: kernel start ticks with the boot id on Linux, the start time elsewhere. */
  startedAt: string;
}

/** One living process. Zombies are in no table. */
export interface ProcessRow extends ProcessIdentity {
  parent: number;
  /** The value of the marker variable, if the system shows it for processes of our user. */
  marker: string | null;
  /** What its marker left in its limits, where the environment does not show it. */
  tag?: bigint | null;
  /** Stands around a command in its sandbox, and ends all of it at once when it is signaled. */
  isSandbox?: boolean;
  /** Stopped by a signal until it is continued, if the system shows it. */
  isStopped?: boolean;
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
  /** What of it no file and no other process has, if the system says. */
  ownBytes?: number;
  /** How many threads it has, if the system says. */
  threads?: number;
}

/** What is read from each operating system. */
export interface ProcessTable {
  list(): Promise<ProcessRow[]>;
  /** The living processes of `pids`, without their markers. */
  read(pids: readonly number[]): Promise<ProcessIdentity[]>;
  /** The usage of the living processes of `pids`; null if the system does not report it. */
  usage(pids: readonly number[]): Promise<ProcessUsage[] | null>;
  /** Start times as numbers in a unit of the system, to find the older of two processes. */
  startOrder(startedAt: string): number;
  /** True if a child keeps its parent's pid after the parent has ended (Windows). */
  keepsDeadParents: boolean;
  /** Pause between two lists of processes that are ending. */
  pollMs: number;
}

/** Set in the environment of every agent; the value is `<data folder's id>:<session id>:<turn id>`. */
export const markerVariable = "SIGNALBOX_AGENT";

export function isSameProcess(a: ProcessIdentity, b: ProcessIdentity): boolean {
  return a.pid === b.pid && a.startedAt === b.startedAt;
}
