import { statfsSync } from "node:fs";
import type { Logger } from "../../../lib/logger.ts";
import { diskSpaceRefusal } from "./errors.ts";
import type { DiskSpace } from "./model.ts";
import { decideSpace, floorOf, inMegabytes } from "./rules.ts";

const checkEveryMs = 5_000;

/** Before the first reading that succeeds: what is not known does not count as space. */
const unread = decideSpace({ freeBytes: 0, floorBytes: 1, wasLow: false });

export type DiskSpaceService = ReturnType<typeof diskSpaceService>;

/** Stops new work before the disk of the data folder is full, and lets it continue once there is space again. */
export function diskSpaceService(deps: {
  folder: string;
  /** Null for the default. */
  floorBytes: number | null;
  log: Pick<Logger, "info" | "warn">;
}) {
  const { folder, log } = deps;
  const listeners = new Set<(space: DiskSpace) => void>();
  let timer: NodeJS.Timeout | undefined;
  let last: DiskSpace | null = null;

  function read(): DiskSpace {
    try {
      const { bavail, blocks, bsize } = statfsSync(folder);
      const floorBytes = floorOf(deps.floorBytes, blocks * bsize);
      return decideSpace({ freeBytes: bavail * bsize, floorBytes, wasLow: last?.low ?? false });
    } catch {
      return last ?? unread; // A folder that cannot be read is reported by the health check.
    }
  }

  /** The same system call as SQLite's own on this disk, so it is not asked in another thread. */
  function check(): DiskSpace {
    const wasLow = last?.low ?? false;
    const space = read();
    last = space;
    if (space.low === wasLow) return space;
    if (space.low) log.warn(space, "too little disk space; new work waits");
    else log.info(space, "there is disk space again; work continues");
    for (const listener of listeners) listener(space);
    return space;
  }

  return {
    check,
    /** Throws a refusal with how much is missing while there is too little space. */
    admit(): void {
      const { low, missing_bytes, free_bytes } = check();
      if (!low) return;
      throw diskSpaceRefusal("too_little", {
        missing: inMegabytes(missing_bytes),
        free: inMegabytes(free_bytes),
      });
    },
    /** In bytes; null while there is enough. As of the last check. */
    missing: (): number | null => (last?.low ? last.missing_bytes : null),
    /** Called when space runs out, and when there is enough again. */
    onChange: (listener: (space: DiskSpace) => void): void => void listeners.add(listener),
    start(): void {
      check();
      timer = setInterval(check, checkEveryMs).unref();
    },
    stop: (): void => clearInterval(timer),
  };
}
