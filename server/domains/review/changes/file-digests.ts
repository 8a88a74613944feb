import { createHash, randomUUID } from "node:crypto";
import { lstat, readlink } from "node:fs/promises";
import { join, sep } from "node:path";
import { bytesOfPath, type GitPath } from "../../../lib/git-path-rules.ts";
import { readWithin } from "../../../lib/read-within.ts";
import type { ListedChange } from "./rules.ts";

/** Of one list of changes at most so much is read, and of one file; what is larger is told apart by its time. */
const mostBytes = 32 * 1024 * 1024;
const mostBytesEach = 4 * 1024 * 1024;

const isKnown = (hash: string): boolean => /[1-9a-f]/.test(hash);

/** As git names a file's content, in a repository with hashes of this length. */
function blobHash(content: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}

/**
 * Digests of changed files: of what they were, what they are, and their modes. Git names the content of a file only once it
 * is committed, so the same name is computed here for one that is not.
 */
export function fileDigests(clone: string) {
  let left = mostBytes;

  async function contentOf(name: Uint8Array, { after }: ListedChange): Promise<string> {
    if (isKnown(after.hash) || Number(after.mode) === 0) return after.hash;
    // Git names no commit of a submodule that moved, so it is never the same as before.
    if (after.mode === submoduleMode) return randomUUID();
    if (after.mode === linkMode) return blobHash(await targetOf(clone, name), after.hash.length);
    const content = await readWithin(clone, name, Math.min(left, mostBytesEach));
    if (content === null) return timeOf(clone, name);
    left -= content.length;
    return blobHash(content, after.hash.length);
  }

  return async (prefix: GitPath, file: ListedChange): Promise<string> => {
    const content = await contentOf(bytesOfPath(prefix + file.path), file);
    const facts = [
      prefix + file.path,
      file.oldPath,
      file.before.mode,
      file.before.hash,
      file.after.mode,
      content,
    ];
    return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 16);
  };
}

const linkMode = "120000";
const submoduleMode = "160000";

const placeOf = (clone: string, name: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(join(clone, sep)), name]);

/** What a link says, which is its content to git; empty if it is gone. */
const targetOf = (clone: string, name: Uint8Array): Promise<Uint8Array> =>
  readlink(placeOf(clone, name), "buffer").catch(() => Buffer.alloc(0));

/** For a file that is too large to read, by what no program can set; empty if it is gone. */
const timeOf = (clone: string, name: Uint8Array): Promise<string> =>
  lstat(placeOf(clone, name), { bigint: true }).then(
    ({ size, ino, ctimeNs }) => `${size} ${ino} ${ctimeNs}`,
    () => "",
  );
