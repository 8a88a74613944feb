import { constants } from "node:fs";
import { access, lstat, readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { foundAt } from "../../../lib/exists.ts";

/** Where git keeps a repository of the owner. */
export interface OwnerRepository {
  /** Of the checkout that was named: a linked worktree has one of its own. */
  gitFolder: string;
  /** What all worktrees share: objects, refs, hooks. */
  commonFolder: string;
}

/** Looks where git would for a path that a clone was made from; null if there is no repository. */
export async function findRepository(path: string): Promise<OwnerRepository | null> {
  for (const place of [join(path, ".git"), path, `${path}.git`]) {
    const gitFolder = await gitFolderAt(place);
    if (gitFolder === null) continue;
    const common = await firstLine(join(gitFolder, "commondir"));
    return { gitFolder, commonFolder: common === null ? gitFolder : resolve(gitFolder, common) };
  }
  return null;
}

async function gitFolderAt(place: string): Promise<string | null> {
  const about = await stat(place).catch(() => null);
  if (about?.isFile() === true) {
    const target = /^gitdir: (.+)$/.exec((await firstLine(place)) ?? "")?.[1];
    return target === undefined ? null : gitFolderAt(resolve(place, "..", target));
  }
  return about?.isDirectory() === true && (await foundAt(join(place, "HEAD"))) !== null ? place : null;
}

async function firstLine(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text?.split("\n", 1)[0]?.trim() ?? null;
}

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
      const isFile = (await lstat(path).catch(() => null)) !== null;
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
