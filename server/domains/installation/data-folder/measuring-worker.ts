import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { walkFiles } from "../../../lib/walk-files.ts";
import { type ArchivedFiles, type FolderPart, partNames } from "./model.ts";

/** The top-level entries of each part; everything else counts as `other`. */
const entries: Readonly<Record<string, FolderPart["part"]>> = {
  "signalbox.db": "database",
  "search.db": "search",
  sandboxes: "homes",
  tmp: "homes",
  ...Object.fromEntries(
    ["archive", "clones", "homes", "scratch", "attachments", "stowed", "backups"].map((name) => [name, name]),
  ),
};

const partOf = (entry: string): FolderPart["part"] =>
  entries[entry.replace(/-(?:wal|shm|journal)$/, "")] ?? "other";

/**
 * Bytes and files of each part and of the folders `archived`, which lie in them, counted for at most `budgetMs`, because
 * clones can have a million files. Links are not followed, so that only this folder counts.
 */
export async function measure({
  folder,
  archived,
  budgetMs,
}: {
  folder: string;
  archived: readonly string[];
  budgetMs: number;
}): Promise<{ parts: FolderPart[]; archived: ArchivedFiles }> {
  const until = performance.now() + budgetMs;
  const sums = new Map<FolderPart["part"], FolderPart>(
    partNames.map((part) => [part, { part, bytes: 0, files: 0, complete: true }]),
  );
  for await (const { name } of await opendir(folder)) {
    const sum = sums.get(partOf(name));
    if (sum) await add(join(folder, name), sum, until);
  }
  const ofArchived = { bytes: 0, files: 0, complete: true };
  for (const path of archived) await add(path, ofArchived, until);
  return { parts: [...sums.values()], archived: { bytes: ofArchived.bytes, complete: ofArchived.complete } };
}

async function add(top: string, sum: Omit<FolderPart, "part">, until: number): Promise<void> {
  const isAll = await walkFiles([top], until, (stats) => {
    // The space it takes on disk, which can be less than its size.
    sum.bytes += stats.blocks ? stats.blocks * 512 : stats.size;
    sum.files += 1;
  });
  if (!isAll) sum.complete = false;
}
