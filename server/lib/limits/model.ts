/** What the processes of one turn may take together. */
export interface Limits {
  /** With their threads, as the kernel counts them. */
  processes: number;
  memoryBytes: number;
  /** What they may write to the disk of the data folder; null for as much as leaves the service its reserve. */
  diskBytes: number | null;
}

/** What can be held without looking at a disk. */
export type HeldLimits = Pick<Limits, "processes" | "memoryBytes">;

export type LimitKind = "processes" | "memory" | "disk";

/** What holds processes to their limits. Each does so from the first moment but `sampling`, which looks every few seconds. */
export type LimitHolder = "cgroups" | "cgroup_v2" | "systemd" | "rlimits" | "sampling" | "nothing";

/** The processes of one turn. */
export interface ProcessGroup {
  /** Adds processes, before they start anything. Whatever they start belongs to it. */
  add(pids: readonly number[]): Promise<void>;
  /** Which limit they met; null for none. */
  met(): Promise<"processes" | "memory" | null>;
  /** What those that run have written to disks, with the files on the disk of `folder` that have no name any more. */
  writtenBytes(folder: string): Promise<number>;
  /** Ends all of them at once, so that none can start another meanwhile. */
  kill(): Promise<void>;
  /** Removes what holds them. Call it once they have ended. */
  release(): Promise<void>;
}

/** The processes of one turn, as those who start them see it. */
export interface HeldProcesses extends Pick<ProcessGroup, "add"> {
  /** Wait for it before starting what nothing holds back until it was added. */
  opened: Promise<unknown>;
}
