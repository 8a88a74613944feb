import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedSessions } from "./seed-sessions.ts";

/** The folder for the benchmarks' files; removed at the end. */
export interface BenchFolders extends AsyncDisposable {
  /** A new empty folder. */
  folder(name: string): Promise<string>;
  /** A new data folder with `storedSessions` sessions. */
  seeded(name: string): Promise<string>;
}

export const storedSessions = 100_000;

export async function makeBed(): Promise<BenchFolders> {
  const root = await mkdtemp(join(tmpdir(), "signalbox-bench-"));
  let original: Promise<string> | undefined;

  async function seedOriginal(): Promise<string> {
    const data = join(root, "seeded");
    await mkdir(data);
    seedSessions(data, storedSessions);
    return data;
  }

  return {
    folder: (name) => mkdtemp(join(root, `${name}-`)),
    async seeded(name) {
      original ??= seedOriginal();
      const copy = join(await mkdtemp(join(root, `${name}-`)), "data");
      await cp(await original, copy, { recursive: true });
      return copy;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}
