import { constants } from "node:fs";
import { access, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { foundAt } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import type { OwnerRepository } from "../workspaces/index.ts";

/**
 * A link where git would write for these refs; null if there is none. Earlier versions let agents write in these folders, and
 * git follows links.
 */
export async function linkInTheWay(
  { commonFolder, gitFolder }: OwnerRepository,
  refs: readonly string[],
): Promise<string | null> {
  const folders = [...new Set([commonFolder, gitFolder])];
  const named = refs.flatMap((ref) => [...parentsOf(ref), ...parentsOf(`logs/${ref}`)]);
  const places = ["objects", "refs", "packed-refs", "logs", "logs/HEAD", ...named];
  const paths = folders.flatMap((folder) => [...new Set(places)].map((place) => join(folder, place)));
  for (const path of paths) if ((await foundAt(path))?.isSymbolicLink() === true) return path;
  const objects = join(commonFolder, "objects");
  const entries = await readdir(objects, { withFileTypes: true });
  const linked = entries.find((entry) => entry.isSymbolicLink());
  return linked === undefined ? null : join(objects, linked.name);
}

/** `a/b/c` is in `a` and `a/b`. */
function parentsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** The hooks that git would run for a push, and that do not run for an agent's. */
const pushHooks = ["pre-receive", "update", "post-receive", "post-update", "reference-transaction"];

/** Those that can be started, in the folder that the repository names for its hooks. */
export async function pushHooksIn(folder: string): Promise<string[]> {
  const found = await Promise.all(
    pushHooks.map(async (name) => {
      const path = join(folder, name);
      const isFile = (await lstat(path).catch(unlessPassing(null))) !== null;
      return (
        isFile &&
        (await access(path, constants.X_OK).then(
          () => true,
          () => false,
        ))
      );
    }),
  );
  return pushHooks.filter((_, at) => found[at]);
}
