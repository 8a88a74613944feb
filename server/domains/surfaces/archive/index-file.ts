import { open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ZipEntry } from "../../../lib/zip.ts";

/** What is known about the last archive without opening it. */
export interface ArchiveState {
  /** The zip's name in its folder. */
  zip: string;
  /** Epoch ms. */
  generatedAt: number;
  sessionCount: number;
  bytes: number;
  /** Changed sessions that are not included yet. */
  deferredCount: number;
}

/** A session's files, which are adjacent in the zip. */
export interface HeldSession {
  stamp: string;
  at: number;
  length: number;
  entries: ZipEntry[];
}

const indexName = "index.ndjson";
const stateBytes = 4 * 1024;

/** Null if no archive was ever completed, or if the index cannot be read. */
export async function readState(folder: string): Promise<ArchiveState | null> {
  const file = await open(join(folder, indexName)).catch(ignoreMissing);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stateBytes), 0, stateBytes, 0);
    const [first = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 1);
    return JSON.parse(first) as ArchiveState;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/** Whether the zip is there and has the size that was written. */
export async function isWhole(folder: string, { zip, bytes }: ArchiveState): Promise<boolean> {
  return (await stat(join(folder, zip)).catch(ignoreMissing))?.size === bytes;
}

/** By session; empty if there is no archive. */
export async function readHeld(folder: string): Promise<Map<number, HeldSession>> {
  const text = await readFile(join(folder, indexName), "utf8").catch(ignoreMissing);
  const lines = text?.trimEnd().split("\n").slice(1) ?? [];
  return new Map(lines.map((line) => JSON.parse(line) as [number, HeldSession]));
}

/** Makes the zip that `state` names the current archive. */
export async function writeIndex(
  folder: string,
  state: ArchiveState,
  held: ReadonlyMap<number, HeldSession>,
): Promise<void> {
  const lines = [state, ...held].map((line) => `${JSON.stringify(line)}\n`);
  const fresh = join(folder, `${indexName}.tmp`);
  await writeFile(fresh, lines.join(""), { mode: 0o600, flush: true });
  await rename(fresh, join(folder, indexName));
}

/** Removes older archives and what a crash left behind. One that is being read may stay until the next run. */
export async function removeSuperseded(folder: string): Promise<void> {
  const state = await readState(folder);
  const names = await readdir(folder).catch(() => []);
  const others = names.filter((name) => name.startsWith("transcripts-") && name !== state?.zip);
  await Promise.allSettled(others.map((name) => rm(join(folder, name), { force: true })));
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
