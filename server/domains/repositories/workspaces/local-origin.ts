import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { exists, foundAt, isRealFolder } from "../../../lib/exists.ts";
import { isWithin } from "../../../lib/is-within.ts";
import { localPath } from "./rules.ts";

/** What pushing writes in a git folder. Its settings and hooks are not among these: the owner's own git runs what they say. */
const pushed = ["objects", "refs", "logs", "reftable"];

/** What a sandbox shows of the repository on this machine that a clone was made from, without the files checked out in it. */
export interface LocalOrigin {
  readable: string[];
  /** Written by a push; only the agents of a trusted repository get it. */
  pushable: string[];
}

export async function localOrigin(
  gitRoot: string,
  of: { dataFolder: string; environment: Readonly<Record<string, string | undefined>> },
): Promise<LocalOrigin> {
  const path = localPath(gitRoot);
  if (path === null) return { readable: [], pushable: [] };
  const inside = join(path, ".git");
  const folder = (await exists(inside)) ? inside : path;
  return { readable: [folder], pushable: await pushableIn(folder, of) };
}

/** Whether it is shown in a sandbox that lets these be written, and cannot be pushed to there. */
export const isReadOnly = ({ readable, pushable }: LocalOrigin, writable: readonly string[]): boolean =>
  readable.length > 0 && !pushable.some((path) => writable.includes(path));

async function pushableIn(
  gitFolder: string,
  { dataFolder, environment }: Parameters<typeof localOrigin>[1],
): Promise<string[]> {
  const folder = await realOrNull(gitFolder);
  const home = (await realOrNull(environment["HOME"] ?? homedir())) ?? homedir();
  const data = (await realOrNull(dataFolder)) ?? dataFolder;
  if (folder === null || !(await isGitFolder(folder)) || !mayPushInto(folder, { home, data })) return [];
  const places = pushed.map((name) => join(folder, name));
  const real = await Promise.all(places.map(isRealFolder));
  return places.filter((_, at) => real[at]);
}

/** Not into the home, the data folder or what they are in, and not into what is in the data folder, such as another clone. */
export function mayPushInto(folder: string, { home, data }: { home: string; data: string }): boolean {
  return !isWithin(home, folder) && !isWithin(data, folder) && !isWithin(folder, data);
}

async function isGitFolder(folder: string): Promise<boolean> {
  const head = await foundAt(join(folder, "HEAD"));
  const parts = await Promise.all(["objects", "refs"].map((name) => isRealFolder(join(folder, name))));
  return head?.isFile() === true && !parts.includes(false);
}

const realOrNull = (path: string): Promise<string | null> => realpath(path).catch(() => null);
