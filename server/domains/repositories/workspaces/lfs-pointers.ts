import { createHash } from "node:crypto";
import { join } from "node:path";
import { isRealFolder } from "../../../lib/exists.ts";
import { bytesOfPath, type GitPath } from "../../../lib/git-path-rules.ts";
import { openWithin } from "../../../lib/read-within.ts";
import { recordReader, type SafeGit } from "./safe-git.ts";

/** What a commit has in place of a file in Git LFS. */
interface Pointer {
  /** SHA-256 of the file, hex. */
  oid: string;
  /** In bytes. */
  size: number;
}

/** By the specification of Git LFS; our own git has no filter that could say so. */
const largestPointer = 1_024;

/** Null for any other text. */
export function readPointer(text: string): Pointer | null {
  if (!text.startsWith("version https://git-lfs.github.com/spec/v1\n")) return null;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = /^size (\d+)$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? null : { oid, size: Number(size) };
}

interface Candidate {
  path: GitPath;
  hash: string;
}

/**
 * Tells our copy of the index which files are as their pointers in `tree` say, so that none of them is listed as changed: without
 * the filter, git compares the file itself with its pointer as soon as its time is another. What the clone says of filters is
 * not asked.
 */
export async function settleLfsFiles(safe: SafeGit, tree: string): Promise<void> {
  if (!(await isRealFolder(join(safe.commonDir, "lfs")))) return;
  const candidates = await touched(safe, tree);
  if (candidates.length === 0) return;
  const pointers = await pointersOf(safe, candidates);
  const same: GitPath[] = [];
  for (const { path, hash } of candidates) {
    const pointer = pointers.get(hash);
    if (pointer !== undefined && (await isFileOf(pointer, safe.path, path))) same.push(path);
  }
  if (same.length === 0) return;
  const input = bytesOfPath(same.map((path) => `${path}\0`).join(""));
  await safe.run(["update-index", "--assume-unchanged", "-z", "--stdin"], { input });
}

/** Files with another content or time than the index has, and the same mode. */
async function touched({ stream }: SafeGit, tree: string): Promise<Candidate[]> {
  const found: Candidate[] = [];
  let about: string | null = null;
  const how = ["diff", "--raw", "-z", "--no-renames", "--no-abbrev", "--diff-filter=M", tree];
  await stream(
    how,
    recordReader((record) => {
      if (about === null) {
        about = record;
        return true;
      }
      const [, before, after, hash] = /^:(\d+) (\d+) ([0-9a-f]+) /.exec(about) ?? [];
      if (before === after && before?.startsWith("100") === true && hash !== undefined)
        found.push({ path: record, hash });
      about = null;
      return true;
    }),
  );
  return found;
}

async function pointersOf({ run }: SafeGit, of: readonly Candidate[]): Promise<Map<string, Pointer>> {
  const hashes = [...new Set(of.map(({ hash }) => hash))];
  const sizes = (await run(["cat-file", "--batch-check"], { input: `${hashes.join("\n")}\n` })).split("\n");
  const short = sizes.flatMap((line) => {
    const [hash = "", kind, size] = line.split(" ");
    return kind === "blob" && Number(size) <= largestPointer ? [hash] : [];
  });
  const found = new Map<string, Pointer>();
  if (short.length === 0) return found;
  const contents = await run(["cat-file", "--batch"], { input: `${short.join("\n")}\n` });
  for (const [, hash = "", text = ""] of contents.matchAll(
    /^([0-9a-f]{40,64}) blob \d+\n(version https:\/\/git-lfs[^]*?\nsize \d+\n)/gm,
  )) {
    const pointer = readPointer(text);
    if (pointer !== null) found.set(hash, pointer);
  }
  return found;
}

async function isFileOf({ oid, size }: Pointer, folder: string, path: GitPath): Promise<boolean> {
  const file = await openWithin(folder, bytesOfPath(path));
  if (file === null) return false;
  await using opened = file;
  if ((await opened.stat()).size !== size) return false;
  const digest = createHash("sha256");
  for await (const piece of opened.createReadStream({ autoClose: false })) digest.update(piece as Buffer);
  return digest.digest("hex") === oid;
}
