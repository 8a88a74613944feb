import { constants } from "node:fs";
import { access, cp, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { exists } from "../../../lib/exists.ts";
import { CloneError } from "./errors.ts";

/** An agent may be at work in the folder; a file that goes meanwhile is no reason to give up at once. */
const triesAfterMs = [0, 500, 2_000];

/** Copies a whole clone, where the disk can without doubling its bytes. Throws a CloneError, or ENOENT for no clone. */
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
      filter: isNotBoundToItsPath,
    }).then(
      () => null,
      (error: NodeJS.ErrnoException) => error,
    );
    if (problem === null) {
      await rename(draft, to);
      return;
    }
    const passing = problem.code === "ENOENT" && attempt < triesAfterMs.length - 1;
    if (passing) continue;
    await rm(draft, { recursive: true, force: true });
    throw new CloneError(problem.message, { transient: false });
  }
}

/** A Python environment has its own path written into it, and a lock of git's belongs to a git that runs there. */
async function isNotBoundToItsPath(path: string): Promise<boolean> {
  if (basename(path) === "index.lock") return false;
  return !(await exists(join(path, "pyvenv.cfg")));
}
