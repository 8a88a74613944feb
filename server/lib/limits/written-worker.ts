import { walkFiles } from "../walk-files.ts";

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
  let bytes = 0;
  await walkFiles(folders, performance.now() + budgetMs, (stats) => {
    if (stats.ctimeMs >= since) bytes += stats.blocks * 512;
  });
  return bytes;
}
