import { basename, dirname, join } from "node:path";
import { isWithin } from "../../../lib/is-within.ts";

/** Whether git's refusal is about the repository at a path: its top, a folder above a part of it, or its `.git`. */
export const isOwnFolder = (folder: string, root: string): boolean =>
  isWithin(root, basename(folder) === ".git" ? dirname(folder) : folder);

/** What is to be looked at: the folder, its `.git`, and every folder above. */
export function foldersAround(folder: string): string[] {
  const found = [join(folder, ".git"), folder];
  for (let at = folder; at !== dirname(at); ) {
    at = dirname(at);
    found.push(at);
  }
  return found;
}

const othersWrite = 0o002;
const sticky = 0o1000;

/** Whether every user can replace what is in a folder; in the sticky ones above it, such as `/tmp`, only its owner can. */
export const isOpenToAll = (mode: number, isAbove: boolean): boolean =>
  (mode & othersWrite) !== 0 && !(isAbove && (mode & sticky) !== 0);
