import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32, deflateRaw } from "node:zlib";
import { instant } from "../../../lib/instant.ts";
import { localHeader, type ZipEntry, zipDirectory } from "../../../lib/zip.ts";
import {
  type ArchiveState,
  type HeldSession,
  isWhole,
  readHeld,
  readState,
  writeIndex,
} from "./index-file.ts";
import type { ArchivedFile, ArchiveSource } from "./source.ts";

const deflate = promisify(deflateRaw);
const copyBytes = 1024 * 1024;

export interface Batch {
  folder: string;
  now: number;
  /** The most that one run adds, but at least one session. */
  most: { sessions: number; textBytes: number };
}

/**
 * Writes a new zip: changed sessions are packed, at most a batch of them, and the others are copied as they are. Only
 * one transcript is in memory at a time. The previous archive stays until the next run, because a caller who has just
 * learned its name may still open it.
 */
export async function buildArchive(source: ArchiveSource, batch: Batch): Promise<ArchiveState> {
  const { folder, now } = batch;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const last = await lastArchive(folder);
  const stamps = source.stamps();
  const kept = new Map([...last.held].filter(([id]) => stamps.has(id)));
  const changed = [...stamps].filter(([id, stamp]) => kept.get(id)?.stamp !== stamp);
  if (last.state && changed.length === 0 && kept.size === last.held.size) return last.state;

  const zip = `transcripts-${now}.zip`;
  const unfinished = join(folder, `${zip}.tmp`);
  const file = await open(unfinished, "w", 0o600);
  try {
    const written = zipWriter(file);
    const fresh = await addChanged(source, { changed, written, most: batch.most });
    for (const id of fresh.keys()) kept.delete(id);
    const moved = last.state ? await copyKept(join(folder, last.state.zip), kept, written) : kept;
    const held = new Map([...moved, ...fresh]);
    const manifest = await written.add(
      manifestFile(
        [...held.keys()].sort((a, b) => a - b),
        now,
      ),
    );
    const bytes = await written.end([manifest, ...[...held.values()].flatMap(({ entries }) => entries)]);
    await rename(unfinished, join(folder, zip));
    const deferredCount = changed.length - fresh.size;
    const state = { zip, generatedAt: now, sessionCount: held.size, bytes, deferredCount };
    await writeIndex(folder, state, held);
    return state;
  } finally {
    await file.close();
  }
}

async function lastArchive(
  folder: string,
): Promise<{ state: ArchiveState | null; held: Map<number, HeldSession> }> {
  const state = await readState(folder);
  if (state === null || !(await isWhole(folder, state))) return { state: null, held: new Map() };
  return { state, held: await readHeld(folder) };
}

type ZipWriter = ReturnType<typeof zipWriter>;

function zipWriter(file: FileHandle) {
  let at = 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    await file.writeFile(bytes);
    at += bytes.byteLength;
  };

  return {
    put,
    position: (): number => at,
    async add({ name, pieces }: ArchivedFile): Promise<ZipEntry> {
      const content = Buffer.concat(pieces);
      const packed = await deflate(content);
      const sizes = { size: content.byteLength, packedSize: packed.byteLength };
      const entry = { name, crc: crc32(content), ...sizes, at };
      await put(localHeader(entry));
      await put(packed);
      return entry;
    },
    /** Returns how long the file is. */
    async end(entries: readonly ZipEntry[]): Promise<number> {
      await put(zipDirectory(entries, at));
      await file.sync();
      return at;
    },
  };
}

/** Returns the sessions that were added. */
async function addChanged(
  source: ArchiveSource,
  work: { changed: readonly (readonly [number, string])[]; written: ZipWriter; most: Batch["most"] },
): Promise<Map<number, HeldSession>> {
  const { written, most } = work;
  const fresh = new Map<number, HeldSession>();
  let textBytes = 0;
  for (const [id, stamp] of work.changed) {
    if (fresh.size >= most.sessions || textBytes >= most.textBytes) break;
    const files = source.filesOf(id);
    // Deleted in the meantime.
    if (files.length === 0) continue;
    const at = written.position();
    const entries: ZipEntry[] = [];
    for (const file of files) entries.push(await written.add(file));
    textBytes += entries.reduce((sum, { size }) => sum + size, 0);
    fresh.set(id, { stamp, at, length: written.position() - at, entries });
  }
  return fresh;
}

/** Copies the sessions' bytes, adjacent ones at once, and returns where they are now. */
async function copyKept(
  path: string,
  kept: ReadonlyMap<number, HeldSession>,
  written: ZipWriter,
): Promise<Map<number, HeldSession>> {
  const moved = new Map<number, HeldSession>();
  const inOrder = [...kept].sort(([, a], [, b]) => a.at - b.at);
  const from = await open(path);
  try {
    let run = { from: 0, to: 0 };
    let shift = written.position();
    for (const [id, held] of inOrder) {
      if (held.at !== run.to) {
        await copyRange(from, run, written);
        run = { from: held.at, to: held.at };
        shift = written.position() - held.at;
      }
      run.to += held.length;
      const entries = held.entries.map((entry) => ({ ...entry, at: entry.at + shift }));
      moved.set(id, { ...held, at: held.at + shift, entries });
    }
    await copyRange(from, run, written);
    return moved;
  } finally {
    await from.close();
  }
}

async function copyRange(
  file: FileHandle,
  { from, to }: { from: number; to: number },
  written: ZipWriter,
): Promise<void> {
  const buffer = Buffer.alloc(Math.min(copyBytes, to - from));
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.byteLength, to - at), at);
    if (bytesRead === 0) throw new Error("The last archive is shorter than its index says");
    await written.put(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

const manifestFile = (sessionIds: readonly number[], now: number): ArchivedFile => {
  const manifest = {
    session_count: sessionIds.length,
    generated_at: instant(now),
    session_ids: sessionIds,
  };
  return { name: "manifest.json", pieces: [Buffer.from(JSON.stringify(manifest))] };
};
