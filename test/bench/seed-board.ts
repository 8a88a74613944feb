import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BenchFolders } from "./bench-folders.ts";
import { seedSessions } from "./seed-sessions.ts";

/** A data folder whose board has `rows` rows, a multiple of five: five of seven seeded sessions are on the board. */
export async function seedBoard(bed: BenchFolders, rows: number): Promise<string> {
  const data = join(await bed.folder(`board-${rows}`), "data");
  await mkdir(data);
  seedSessions(data, (rows / 5) * 7);
  return data;
}
