import { lstat, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { bytesOfPath, type GitPath, gitPathOf } from "../../../lib/git-path-rules.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { plainLine } from "./plain-files.ts";

/** A repository whose files lie in those of another. */
export interface NestedPlace {
  /** Its folder on the disk. */
  path: string;
  gitDir: string;
  commonDir: string;
  /** A further working tree of the clone itself. */
  isWorktree: boolean;
}

/**
 * Where a repository in a clone keeps its own files; null if there is none, or if it is not in the clone: an agent can write
 * any address into `.git`, and what lies there may be another session's or the owner's.
 */
export async function nestedPlace(
  outer: { path: string; gitDir: string; top: string },
  name: GitPath,
): Promise<NestedPlace | null> {
  // Node's `join` takes text. A repository in a folder whose name is not text is not looked into.
  const text = bytesOfPath(name).toString("utf8");
  if (gitPathOf(Buffer.from(text, "utf8")) !== name) return null;
  const path = join(outer.path, text);
  const [top, place] = await Promise.all(
    [outer.top, path].map((each) => realpath(each).catch(unlessPassing(null))),
  );
  // No folder on the way is a link.
  if (!top || place !== join(top, relative(outer.top, path))) return null;
  const own = join(path, ".git");
  const found = await lstat(own).catch(unlessPassing(null));
  if (found?.isDirectory() === true) return { path, gitDir: own, commonDir: own, isWorktree: false };
  const address = /^gitdir: (.+)$/.exec(await plainLine({ at: path, top: outer.top }, ".git"))?.[1];
  if (address === undefined) return null;
  const gitDir = await realpath(join(address.startsWith("/") ? "/" : path, address)).catch(
    unlessPassing(null),
  );
  const outerGit = await realpath(outer.gitDir).catch(unlessPassing(null));
  if (gitDir === null || outerGit === null) return null;
  if (gitDir.startsWith(join(outerGit, "modules") + sep))
    return { path, gitDir, commonDir: gitDir, isWorktree: false };
  if (dirname(gitDir) === join(outerGit, "worktrees"))
    return { path, gitDir, commonDir: outerGit, isWorktree: true };
  return null;
}
