import { constants } from "node:fs";
import { access, cp, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { exists } from "../../../lib/exists.ts";
import { CloneError } from "./errors.ts";

/** An agent may be working in the folder, so a file that disappears during the copy is worth another try. */
const triesAfterMs = [0, 500, 2_000];

/** Copies a whole clone, as copy-on-write if the file system can. Throws a CloneError, or ENOENT if there is no clone. */
export async function copyClone(from: string, to: string): Promise<void> {
  await access(join(from, ".git"));
  const draft = `${to}.part`;
  for (const [attempt, waitMs] of triesAfterMs.entries()) {
    await delay(waitMs);
    await rm(draft, { recursive: true, force: true });
    const problem = await cp(from, draft, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: isMovable,
    }).then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    );
    if (problem === null) {
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
async function isMovable(path: string): Promise<boolean> {
  if (basename(path) === "index.lock") return false;
  return !(await exists(join(path, "pyvenv.cfg")));
}
