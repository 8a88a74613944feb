import { type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { instant } from "../../../lib/instant.ts";
import { readWithin } from "../../../lib/read-within.ts";
import { pictureType } from "../../transcripts/transcripts/index.ts";
import { hasPictureName, type ScratchFile, type ScratchFolder } from "./model.ts";

/** The same limit as for pictures in a transcript. */
const pictureLimit = 10 * 1024 * 1024;
/** Redacting a text of this size takes about 20 ms. */
const fileLimit = 1024 * 1024;
const listLimit = 300;
/** Reading stops here, so that a repository in the folder costs little. */
const walkLimit = 3_000;
const levelLimit = 8;
/** Folders whose files were not left on purpose. */
const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules"]);

const limitOf = (path: string): number => (hasPictureName(path) ? pictureLimit : fileLimit);

/** The files in a folder and its subfolders, newest first; none if there is no folder yet. */
export async function listFiles(folder: string): Promise<Omit<ScratchFolder, "folder">> {
  const { paths, cut } = await walk(folder);
  const found = (await Promise.all(paths.map((path) => describeFile(folder, path)))).filter(
    (file) => file !== null,
  );
  const files = found.toSorted((a, b) => b.modified_at.localeCompare(a.modified_at));
  return { files: files.slice(0, listLimit), truncated: cut || files.length > listLimit };
}

/** null if the path is absolute, or the file is missing, outside of the folder or too large; the picture limit needs a real picture. */
export async function readFileIn(folder: string, path: string): Promise<Uint8Array | null> {
  const bytes = isAbsolute(path) ? null : await readWithin(folder, path, limitOf(path));
  return bytes && bytes.byteLength > fileLimit && pictureType(bytes) === null ? null : bytes;
}

/** Level by level, so that files at the top are found before a limit is reached. */
async function walk(folder: string): Promise<{ paths: string[]; cut: boolean }> {
  const paths: string[] = [];
  let level = [""];
  for (let depth = 0; level.length > 0 && depth < levelLimit; depth += 1) {
    const next: string[] = [];
    for (const within of level) {
      const entries = await entriesOf(join(folder, within));
      paths.push(...namesOf(entries, within, (entry) => entry.isFile()));
      next.push(
        ...namesOf(entries, within, (entry) => entry.isDirectory() && !skippedFolders.has(entry.name)),
      );
      if (paths.length > walkLimit) return { paths: paths.slice(0, walkLimit), cut: true };
    }
    level = next;
  }
  return { paths, cut: level.length > 0 };
}

const entriesOf = (folder: string): Promise<Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch(() => []);

const namesOf = (entries: readonly Dirent[], within: string, wanted: (entry: Dirent) => boolean): string[] =>
  entries.flatMap((entry) => (wanted(entry) ? [within === "" ? entry.name : `${within}/${entry.name}`] : []));

/** null if it was removed meanwhile. */
async function describeFile(folder: string, path: string): Promise<ScratchFile | null> {
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
