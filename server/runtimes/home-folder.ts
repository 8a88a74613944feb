import { copyFile, cp, mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { foundAt, isRealFolder } from "../lib/exists.ts";
import { unlessPassing } from "../lib/passing-fault.ts";
import { writePrivateFile } from "../lib/private-file.ts";
import type { SkillSource } from "./skill-source.ts";

/*
 * What the service writes and removes in a session's home. The agent can write there too, and may have put a link, a file
 * or a folder under any name: none of these functions follows a link, so none reaches anything outside the home.
 */

export const isRealFile = async (path: string): Promise<boolean> => (await foundAt(path))?.isFile() === true;

/** The folders from below the home down to a path, outermost first. */
function foldersTo(home: string, path: string): string[] {
  const segments = relative(home, path).split(sep).filter(Boolean);
  if (segments.includes("..")) throw new Error(`${path} is not in ${home}`);
  return segments.map((_, at) => join(home, ...segments.slice(0, at + 1)));
}

/** Makes the folder. Anything else on the way to it, a link above all, makes room. */
export async function realFolderIn(home: string, path: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  for (const folder of foldersTo(home, path)) {
    if (await isRealFolder(folder)) continue;
    await rm(folder, { force: true });
    await mkdir(folder, { mode: 0o700 });
  }
}

/** Writes the whole file or leaves what was there, readable by the owner alone. A folder of that name makes room. */
export async function writeInHome(home: string, path: string, content: string): Promise<void> {
  await realFolderIn(home, dirname(path));
  await makeRoomForFile(path);
  await writePrivateFile(path, content);
}

/** A rename replaces a file or a link, but not a folder. The folder that the path is in has to be a real one. */
export async function makeRoomForFile(path: string): Promise<void> {
  if (await isRealFolder(path)) await rm(path, { recursive: true, force: true });
}

/** Removes what is there, unless a link is on the way to it. */
export async function removeInHome(home: string, path: string): Promise<void> {
  for (const folder of foldersTo(home, dirname(path))) if (!(await isRealFolder(folder))) return;
  await rm(path, { recursive: true, force: true });
}

/** What a write adds to the name of a file until it is whole (private-file.ts, credentials.ts). */
const draftEnd = /^\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Removes files with secrets in them, and what a write of one left that was cut off. */
export async function removeSecrets(home: string, files: readonly string[]): Promise<void> {
  for (const folder of new Set(files.map(dirname))) {
    const names = await readdir(folder).catch(unlessPassing([]));
    const isSecret = (name: string): boolean =>
      files.some((file) => {
        const path = join(folder, name);
        return path === file || (path.startsWith(file) && draftEnd.test(path.slice(file.length)));
      });
    for (const name of names.filter(isSecret)) await removeInHome(home, join(folder, name));
  }
}

/** In each skill folder that came from the catalog; what the agent installed itself has none. */
const catalogMark = ".from-catalog";

/** Takes away the skills that an earlier call placed, and places these. A folder the agent made under the same name wins. */
export async function placeSkills(
  { home, folder: root }: { home: string; folder: string },
  skills: readonly SkillSource[],
): Promise<void> {
  await realFolderIn(home, root);
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    if ((await isRealFolder(folder)) && (await foundAt(join(folder, catalogMark))) !== null)
      await rm(folder, { recursive: true });
  }
  for (const skill of skills) await placeSkill(join(root, folderName(skill.id)), skill);
}

async function placeSkill(target: string, skill: SkillSource): Promise<void> {
  if (await isRealFolder(target)) return;
  await copyFolder(skill.path, target);
  await writePrivateFile(join(target, catalogMark), "");
  if (skill.references.length === 0) return;
  const references = join(target, "references");
  await mkdir(references, { recursive: true });
  await Promise.all(skill.references.map((file) => copyFile(file, join(references, basename(file)))));
}

/** Empties a folder that is the service's alone and copies these into it. Returns where each is, by its id. */
export async function placeHooks(
  { home, folder: root }: { home: string; folder: string },
  hooks: readonly { id: string; path: string }[],
): Promise<(id: string) => string> {
  const folderOf = (id: string): string => join(root, folderName(id));
  await removeInHome(home, root);
  await realFolderIn(home, root);
  for (const { id, path } of hooks) await copyFolder(path, folderOf(id));
  return folderOf;
}

/** The copy has no links, through which a later write could leave it. */
async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true, dereference: true });
}

/** Ids come from catalogs; for any id, the folder stays inside its parent. */
export const folderName = (id: string): string => id.replace(/[^\w-]/g, "-");
