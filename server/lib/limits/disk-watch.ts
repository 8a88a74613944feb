import type { LimitKind } from "./model.ts";

const tickMs = 1_000;
/** After a turn was ended, its last writes come to an end before another is looked at. */
const settleTicks = 5;

/** A turn whose writing is watched. */
export interface WatchedWriter {
  /** Where it can write, below the data folder. */
  folders: readonly string[];
  /** What its processes wrote, wherever that is. */
  writtenBytes(): Promise<number>;
  onMet(kind: LimitKind): void;
}

export interface DiskSpaceNow {
  freeBytes: number;
  /** What is kept for the service. */
  floorBytes: number;
}

/** Whether the reserve is reached within two ticks if space goes on vanishing as in the last one. */
export const isClose = (of: DiskSpaceNow & { lostBytes: number }): boolean =>
  of.lostBytes > 0 && of.freeBytes - 2 * of.lostBytes < of.floorBytes;

/** Who filled the disk: whoever wrote most, unless that is too little to be the reason. */
export function culprit<Writer>(
  written: readonly { writer: Writer; bytes: number }[],
  floorBytes: number,
): Writer | null {
  const [most] = written.toSorted((one, other) => other.bytes - one.bytes);
  return most !== undefined && most.bytes >= floorBytes / 2 ? most.writer : null;
}

export type DiskWatch = ReturnType<typeof diskWatch>;

/**
 * Ends turns that write the disk full, before the space that is kept for the service, and those that write more than they
 * may. What was written is added up only when space has become less.
 */
export function diskWatch(deps: {
  space(): DiskSpaceNow;
  /** Bytes in the files below the folders that were written since then, in epoch ms. */
  written(folders: readonly string[], since: number): Promise<number>;
  /** What each turn may write; null for no limit of its own. */
  limitBytes: number | null;
  now(): number;
}) {
  const limitBytes = deps.limitBytes ?? Number.POSITIVE_INFINITY;
  interface Entry {
    writer: WatchedWriter;
    since: number;
    /** Space that was lost since its writing was added up. */
    unseen: number;
    seen: number;
  }
  const entries = new Set<Entry>();
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let settling = 0;
  let busy = false;

  async function measure(entry: Entry): Promise<number> {
    entry.unseen = 0;
    // What cannot be read of one turn must not hide the others.
    entry.seen = await deps.written(entry.writer.folders, entry.since).catch(() => entry.seen);
    return entry.seen;
  }

  async function share(entry: Entry): Promise<{ writer: Entry; bytes: number }> {
    const byProcesses = entry.writer.writtenBytes().catch(() => 0);
    const [inFiles, byThem] = await Promise.all([measure(entry), byProcesses]);
    return { writer: entry, bytes: Math.max(inFiles, byThem) };
  }

  function end(entry: Entry | null): void {
    if (entry === null || !entries.delete(entry)) return;
    settling = settleTicks;
    entry.writer.onMet("disk");
  }

  /** Another program may have given space back meanwhile, so this is a reason to look, not a measure. */
  const mayBeOver = ({ unseen, seen }: Entry): boolean => seen + unseen > limitBytes;

  async function look(): Promise<void> {
    const space = deps.space();
    const lostBytes = Math.max(0, last - space.freeBytes);
    last = space.freeBytes;
    for (const entry of entries) entry.unseen += lostBytes;
    for (const entry of [...entries].filter(mayBeOver)) if ((await measure(entry)) > limitBytes) end(entry);
    if (settling > 0) settling -= 1;
    else if (isClose({ ...space, lostBytes }))
      end(culprit(await Promise.all([...entries].map(share)), space.floorBytes));
  }

  async function tick(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      await look();
    } catch {
      // The folders of a turn that has just ended; the next tick has what is left.
    } finally {
      busy = false;
    }
  }

  return {
    /** Follows what is written from now on, until the returned function is called. */
    follow(writer: WatchedWriter): () => void {
      const entry: Entry = { writer, since: deps.now(), unseen: 0, seen: 0 };
      if (entries.size === 0) {
        last = deps.space().freeBytes;
        settling = 0;
      }
      entries.add(entry);
      timer ??= setInterval(() => void tick(), tickMs).unref();
      return () => {
        entries.delete(entry);
        if (entries.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
