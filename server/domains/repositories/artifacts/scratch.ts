import { type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { instant } from "../../../lib/instant.ts";
import { readWithin } from "../../../lib/read-within.ts";
import { pictureType } from "../../transcripts/transcripts/index.ts";
import { hasPictureName, type ScratchFile, type ScratchFolder } from "./model.ts";

/** What a transcript takes of a picture, too. */
const pictureLimit = 10 * 1024 * 1024;
/** A text of that size is redacted within some 20 ms. */
const fileLimit = 1024 * 1024;
const mostListed = 300;
/** More is not looked at, so that a repository in the folder costs little. */
const mostSeen = 3_000;
const mostLevels = 8;
/** Full of files that nobody meant to leave. */
const leftOut: ReadonlySet<string> = new Set([".git", "node_modules"]);

const limitOf = (path: string): number => (hasPictureName(path) ? pictureLimit : fileLimit);

/** The files of a folder and of those in it, the last written first; none where there is no folder yet. */
export async function listFiles(folder: string): Promise<Omit<ScratchFolder, "folder">> {
  const { paths, cut } = await walk(folder);
  const found = (await Promise.all(paths.map((path) => about(folder, path)))).filter((file) => file !== null);
  const files = found.toSorted((a, b) => b.modified_at.localeCompare(a.modified_at));
  return { files: files.slice(0, mostListed), truncated: cut || files.length > mostListed };
}

/** Null for what is not there, leads elsewhere or is too large, also where only its name is a picture's. */
export async function readFileIn(folder: string, path: string): Promise<Uint8Array | null> {
  const bytes = await readWithin(folder, path, limitOf(path));
  return bytes && bytes.byteLength > fileLimit && pictureType(bytes) === null ? null : bytes;
}

/** Level by level, so that what lies on top is found before any limit is. */
async function walk(folder: string): Promise<{ paths: string[]; cut: boolean }> {
  const paths: string[] = [];
  let level = [""];
  for (let depth = 0; level.length > 0 && depth < mostLevels; depth += 1) {
    const next: string[] = [];
    for (const within of level) {
      const entries = await entriesOf(join(folder, within));
      paths.push(...namesOf(entries, within, (entry) => entry.isFile()));
      next.push(...namesOf(entries, within, (entry) => entry.isDirectory() && !leftOut.has(entry.name)));
      if (paths.length > mostSeen) return { paths: paths.slice(0, mostSeen), cut: true };
    }
    level = next;
  }
  return { paths, cut: level.length > 0 };
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

const namesOf = (entries: readonly Dirent[], within: string, wanted: (entry: Dirent) => boolean): string[] =>
  entries.flatMap((entry) => (wanted(entry) ? [within === "" ? entry.name : `${within}/${entry.name}`] : []));

/** Null where it is gone again. */
async function about(folder: string, path: string): Promise<ScratchFile | null> {
  const found = await lstat(join(folder, path)).catch(() => null);
  if (!found?.isFile()) return null;
  const { size, mtimeMs } = found;
  return {
    path,
    bytes: size,
    modified_at: instant(Math.trunc(mtimeMs)),
    within_limit: size <= limitOf(path),
  };
}
