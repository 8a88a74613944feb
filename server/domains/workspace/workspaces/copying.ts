import { access, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { copyTree } from "../../../lib/copy-tree.ts";
import { CloneError } from "./errors.ts";
import { copyStart } from "./start-record.ts";

/** An agent may be working in the folder, so a file that disappears during the copy is worth another try. */
const triesAfterMs = [0, 500, 2_000];

/** Copies a whole clone, as copy-on-write if the file system can. Throws a CloneError, or ENOENT if there is no clone. */
export async function copyClone(from: string, to: string): Promise<void> {
  await access(join(from, ".git"));
  const draft = `${to}.part`;
  for (const [attempt, waitMs] of triesAfterMs.entries()) {
    await delay(waitMs);
    await rm(draft, { recursive: true, force: true });
    const problem = await copyTree(Buffer.from(from), Buffer.from(draft), isMovable).then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    );
    if (problem === null) {
      await copyStart(from, to);
      await rename(draft, to);
      return;
    }
    const isTransient = problem.code === "ENOENT" && attempt < triesAfterMs.length - 1;
    if (isTransient) continue;
    await rm(draft, { recursive: true, force: true });
    throw new CloneError(problem.message, { transient: false });
  }
}

/** A Python environment contains its own path, and git's lock belongs to a process that runs in the original. */
async function isMovable(path: Buffer): Promise<boolean> {
  if (path.subarray(path.lastIndexOf("/") + 1).equals(lock)) return false;
  return access(Buffer.concat([path, environmentMark])).then(
    () => false,
    () => true,
  );
}

const lock = Buffer.from("index.lock");
const environmentMark = Buffer.from("/pyvenv.cfg");
