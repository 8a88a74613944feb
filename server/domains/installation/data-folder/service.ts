import { statfs } from "node:fs/promises";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { ArchivedFiles, DataFolder, FolderPart } from "./model.ts";
import { recentAnswer } from "./recent-answer.ts";

const worker = new URL("./measuring-worker.ts", import.meta.url);
const budgetMs = 8_000;
/** A page that is opened again within this time gets the same numbers. */
const maxAgeMs = 15_000;

export type DataFolderService = ReturnType<typeof dataFolderService>;

/** The data folder and its size, counted on request in another thread. */
export function dataFolderService(deps: {
  path: string;
  isNamed: boolean;
  /** Folders of the sessions in the trash. */
  archivedFolders(): string[];
  workers: Pick<WorkerPool, "run">;
  clock: Clock;
}) {
  const { path, workers, clock } = deps;

  async function measure(now: number): Promise<DataFolder> {
    const input = { folder: path, archived: deps.archivedFolders(), budgetMs };
    const [{ parts, archived }, disk] = await Promise.all([
      workers.run<{ parts: FolderPart[]; archived: ArchivedFiles }>({ file: worker, name: "measure", input }),
      statfs(path),
    ]);
    return {
      path,
      is_named: deps.isNamed,
      parts,
      archived,
      free_bytes: disk.bavail * disk.bsize,
      disk_bytes: disk.blocks * disk.bsize,
      measured_at: instant(now),
    };
  }

  return { describe: recentAnswer({ clock, maxAgeMs }, measure) };
}
