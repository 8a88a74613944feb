import { lstat, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import type { OwnerRepository } from "../workspaces/index.ts";
import type { RefUpdate } from "./ref-rules.ts";

const noteName = "taking-over.json";
const note = z.object({
  gitRoot: z.string(),
  commonFolder: z.string(),
  updates: z.array(z.object({ name: z.string(), after: z.string() })),
});
type Note = z.infer<typeof note>;

/** Notes in the folder of a push which refs git is about to change in the owner's repository. */
export async function noteTakeOver(
  folder: string,
  of: { gitRoot: string; repository: OwnerRepository; updates: readonly RefUpdate[] },
): Promise<void> {
  const updates = of.updates.map(({ name, after }) => ({ name, after }));
  const text: Note = { gitRoot: of.gitRoot, commonFolder: of.repository.commonFolder, updates };
  await writeFile(join(folder, noteName), JSON.stringify(text), { mode: 0o600 });
}

/**
 * Removes the locks that git left in the owner's repository when it was killed with the service, which would keep everybody from
 * changing these refs. Call it when git of that push has ended. Resolves with what was unlocked; null if that was nothing.
 */
export async function unlock(folder: string): Promise<{ gitRoot: string; names: string[] } | null> {
  const path = join(folder, noteName);
  const about = await stat(path).catch(unlessPassing(null));
  if (about === null) return null;
  const text = await readFile(path, "utf8");
  const { data } = note.safeParse(parsed(text));
  if (data === undefined) return null;
  const names: string[] = [];
  for (const { name, content } of locksOf(data)) {
    const lock = join(data.commonFolder, `${name}.lock`);
    if (!(await isLeft(lock, { content, since: about.mtimeMs }))) continue;
    await rm(lock, { force: true });
    names.push(name);
  }
  return names.length === 0 ? null : { gitRoot: data.gitRoot, names };
}

/** The service may have been killed while it wrote. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What git locks for a push, with what it writes there (`null`: whatever it is). */
function locksOf({ updates }: Note): { name: string; content: string | null }[] {
  // Git makes no lock for others, which may lead out of the folder.
  const isName = ({ name }: { name: string }): boolean =>
    name.split("/").every((part) => part !== "" && !part.startsWith("."));
  const refs = updates.filter(isName).map(({ name, after }) => ({ name, content: `${after}\n` }));
  const isAnyDeleted = updates.some(({ after }) => /^0+$/.test(after));
  return [
    ...refs,
    { name: "HEAD", content: "" },
    ...(isAnyDeleted ? [{ name: "packed-refs", content: null }] : []),
  ];
}

/** A lock that was made since then, for this push: another git would write something else, or have made it before. */
async function isLeft(
  lock: string,
  { content, since }: { content: string | null; since: number },
): Promise<boolean> {
  const found = await lstat(lock).catch(unlessPassing(null));
  if (found?.isFile() !== true || found.mtimeMs < since) return false;
  if (content === null || found.size === 0) return true;
  return found.size === content.length && (await readFile(lock, "utf8").catch(unlessPassing(""))) === content;
}
