import { realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { unlessPassing } from "../lib/passing-fault.ts";
import type { Workspace } from "./runtime.ts";

/**
 * The files of these names from the clone's top folder down to the working folder, outermost first. Links are followed
 * inside the clone only: one that leads out would show the model a file that the repository does not hold.
 */
export async function instructionFiles(
  { cwd, repository }: Pick<Workspace, "cwd" | "repository">,
  names: readonly string[],
): Promise<string[]> {
  const root = await realpath(repository.folder);
  const found: string[] = [];
  for (const folder of foldersBetween(root, await realpath(cwd))) {
    for (const name of names) {
      const file = await realpath(join(folder, name)).catch(unlessPassing(null));
      if (file?.startsWith(root + sep) && (await stat(file)).isFile() && !found.includes(file))
        found.push(file);
    }
  }
  return found;
}

/** From the top folder to the working one, both included; only the top one if the other lies elsewhere. */
export function foldersBetween(root: string, cwd: string): string[] {
  const segments = relative(root, cwd).split(sep).filter(Boolean);
  if (segments.includes("..")) return [root];
  return [root, ...segments.map((_, index) => join(root, ...segments.slice(0, index + 1)))];
}
