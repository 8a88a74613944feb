import { lstat, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { isWithin } from "../is-within.ts";
import { unlessPassing } from "../passing-fault.ts";

/**
 * Removes what an agent left where its next sandbox mounts a folder: a link or a file on the way there would lead the
 * mount astray or fail it. `own` is what lies at `at` inside.
 */
export async function clearMountPoints(own: string, at: string, mounts: readonly string[]): Promise<void> {
  for (const mount of mounts) {
    if (mount === at || !isWithin(mount, at)) continue;
    let path = own;
    const parts = relative(at, mount).split("/");
    for (const [index, part] of parts.entries()) {
      path = join(path, part);
      const about = await lstat(path).catch(unlessPassing(null));
      if (about === null) break;
      const isLast = index === parts.length - 1;
      const isSound = about.isDirectory() || (isLast && about.isFile());
      if (!isSound) await rm(path, { recursive: true, force: true });
    }
  }
}
