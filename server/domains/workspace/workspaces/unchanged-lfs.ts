import { join, relative } from "node:path";
import { isRealFolder } from "../../../lib/exists.ts";
import { bytesOfPath, type GitPath, gitPathOf } from "../../../lib/git-path-rules.ts";
import type { FileHash } from "./file-hash.ts";
import { type LfsPointer, largestPointer, readPointer } from "./lfs-rules.ts";
import { recordReader, type SafeGit } from "./safe-git.ts";

/** Of one repository at most so many files, and so many bytes of them, are read; what is beyond counts as changed. */
const mostFiles = 2_000;
const mostBytes = 1_000_000_000;

interface Candidate {
  path: GitPath;
  /** What the index has. */
  blob: string;
}

/**
 * Tells our copy of the index which files in Git LFS are as their pointers say, so that none of them is listed as changed:
 * git would have to run the filter to find out once the time of a file is another, and ours has none. What the clone says of
 * filters is not asked, and no submodule is looked into.
 */
export async function settleLfsFiles(safe: SafeGit, hash: FileHash): Promise<void> {
  if (!(await isRealFolder(join(safe.commonDir, "lfs")))) return;
  const candidates = await inLfs(safe, await touched(safe));
  if (candidates.length === 0) return;
  const pointers = await pointersOf(safe, candidates);
  // In the clone around it, so that a repository that becomes a link leads nowhere else.
  const within = gitPathOf(Buffer.from(join(relative(safe.top, safe.path), "/")));
  const prefix = within === "/" ? "" : within;
  const same: GitPath[] = [];
  let left = mostBytes;
  for (const { path, blob } of candidates) {
    const pointer = pointers.get(blob);
    if (pointer === undefined || pointer.size > left) continue;
    left -= pointer.size;
    if ((await hash(safe.top, `${prefix}${path}`, pointer.size)) === pointer.oid) same.push(path);
  }
  if (same.length === 0) return;
  await safe.run(["update-index", "--assume-unchanged", "-z", "--stdin"], { input: namesOf(same) });
}

const namesOf = (paths: readonly GitPath[]): Uint8Array =>
  bytesOfPath(paths.map((path) => `${path}\0`).join(""));

/** Files that may differ from the index, with the same mode. */
async function touched({ stream }: SafeGit): Promise<Candidate[]> {
  const found: Candidate[] = [];
  let about: string | null = null;
  const how = ["diff-files", "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=all"];
  await stream(
    how,
    recordReader((record) => {
      if (about === null) {
        about = record;
        return true;
      }
      const [, before, after, blob] = /^:(100\d+) (\d+) ([0-9a-f]+) [0-9a-f]+ M/.exec(about) ?? [];
      if (blob !== undefined && before === after) found.push({ path: record, blob });
      about = null;
      return found.length < mostFiles;
    }),
  );
  return found;
}

async function inLfs({ stream }: SafeGit, candidates: readonly Candidate[]): Promise<Candidate[]> {
  if (candidates.length === 0) return [];
  const filtered = new Set<GitPath>();
  let fields: string[] = [];
  await stream(
    ["check-attr", "-z", "--stdin", "filter"],
    recordReader((field) => {
      fields.push(field);
      if (fields.length < 3) return true;
      const [path = "", , value] = fields;
      if (value === "lfs") filtered.add(path);
      fields = [];
      return true;
    }),
    { input: namesOf(candidates.map(({ path }) => path)) },
  );
  return candidates.filter(({ path }) => filtered.has(path));
}

/** The pointers among what the index has in place of the files. */
async function pointersOf(
  { run, stream }: SafeGit,
  of: readonly Candidate[],
): Promise<Map<string, LfsPointer>> {
  const blobs = [...new Set(of.map(({ blob }) => blob))];
  const listed = await run(["cat-file", "--batch-check"], { input: `${blobs.join("\n")}\n` });
  const short = listed.split("\n").flatMap((line) => {
    const [blob = "", kind, size] = line.split(" ");
    return kind === "blob" && Number(size) <= largestPointer ? [{ blob, size: Number(size) }] : [];
  });
  const found = new Map<string, LfsPointer>();
  if (short.length === 0) return found;
  const pieces: string[] = [];
  const input = short.map(({ blob }) => `${blob}\n`).join("");
  await stream(["cat-file", "--batch"], (piece) => pieces.push(gitPathOf(piece)) > 0, { input });
  const contents = pieces.join("");
  let at = 0;
  for (const { blob, size } of short) {
    // Each is behind a line that names it, and has a newline at its end.
    const begin = contents.indexOf("\n", at) + 1;
    const pointer = readPointer(contents.slice(begin, begin + size));
    if (pointer !== null) found.set(blob, pointer);
    at = begin + size + 1;
  }
  return found;
}
