import { join } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { localPath } from "./rules.ts";

/**
 * What a sandbox shows, to be read, of the repository on this machine that a clone was made from: its git folder, without the
 * files checked out in it. Nothing for a repository elsewhere.
 */
export async function localOrigin(gitRoot: string): Promise<string[]> {
  const path = localPath(gitRoot);
  if (path === null) return [];
  const inside = join(path, ".git");
  return [(await exists(inside)) ? inside : path];
}
