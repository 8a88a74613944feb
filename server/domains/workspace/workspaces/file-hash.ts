import { lstat } from "node:fs/promises";
import { join, sep } from "node:path";
import { bytesOfPath, type GitPath } from "../../../lib/git-path-rules.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { HashedFile } from "./file-hash-worker.ts";

/** SHA-256 in hex of a file in a clone that has this size, and is no link; null for any other. */
export type FileHash = (clone: string, path: GitPath, size: number) => Promise<string | null>;

const worker = new URL("./file-hash-worker.ts", import.meta.url);
const mostKnown = 5_000;

/** Hashes files on another thread. */
export const hashOnThread =
  (workers: Pick<WorkerPool, "run">) =>
  (input: HashedFile): Promise<string | null> =>
    workers.run<string | null>({ file: worker, name: "sha256Of", input, background: true });

/** Hashes each file once: no program sets the time at which what a file is was last changed. */
export function fileHash(hashOf: (file: HashedFile) => Promise<string | null>): FileHash {
  const known = new Map<string, string | null>();

  return async (clone, path, size) => {
    const name = bytesOfPath(path);
    const about = await lstat(Buffer.concat([Buffer.from(join(clone, sep)), name]), { bigint: true }).catch(
      () => null,
    );
    if (about?.isFile() !== true || about.size !== BigInt(size)) return null;
    const key = [about.dev, about.ino, about.size, about.mtimeNs, about.ctimeNs].join(" ");
    const before = known.get(key);
    if (before !== undefined) return before;
    const hash = await hashOf({ folder: clone, path: name, size });
    if (known.size >= mostKnown) known.clear();
    known.set(key, hash);
    return hash;
  };
}
