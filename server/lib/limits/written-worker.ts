import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

/**
 * The space that files take which were written since then, those that were only changed in part with all of theirs. Links
 * are not followed.
 */
export async function written({
  folders,
  since,
  budgetMs,
}: {
  folders: readonly string[];
  /** Epoch ms. */
  since: number;
  budgetMs: number;
}): Promise<number> {
  const until = performance.now() + budgetMs;
  const waiting = [...folders];
  let bytes = 0;
  for (let path = waiting.pop(); path !== undefined && performance.now() < until; path = waiting.pop()) {
    const stats = await lstat(path).catch(() => null);
    if (stats?.isDirectory()) waiting.push(...(await namesIn(path)));
    else if (stats && stats.ctimeMs >= since) bytes += stats.blocks * 512;
  }
  return bytes;
}

/** An agent may remove the folder while it is read. */
async function namesIn(folder: string): Promise<string[]> {
  const paths: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) paths.push(join(folder, name));
  } catch {
    // Counts what was read until then.
  }
  return paths;
}
