import type { Stats } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { unlessPassing } from "./passing-fault.ts";

/**
 * Visits each file at or below these paths, without following links. Resolves with whether that was all before `until`
 * (monotonic ms).
 */
export async function walkFiles(
  paths: readonly string[],
  until: number,
  visit: (stats: Stats) => void,
): Promise<boolean> {
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (performance.now() > until) return false;
    const stats = await lstat(path).catch(unlessPassing(null));
    if (stats?.isDirectory()) await addPathsIn(path, waiting);
    else if (stats) visit(stats);
  }
  return true;
}

/** One by one: an agent can fill a folder with more names than a call takes arguments, or remove it while it is read. */
async function addPathsIn(folder: string, paths: string[]): Promise<void> {
  try {
    for await (const { name } of await opendir(folder)) paths.push(join(folder, name));
  } catch {
    // Those that were read until then.
  }
}
