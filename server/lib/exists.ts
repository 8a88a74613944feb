import { access, lstat } from "node:fs/promises";
import { unlessPassing } from "./passing-fault.ts";

/** Whether there is something at the path; false for a broken link. Rejects only with what the machine is short of. */
export const exists = (path: string): Promise<boolean> => access(path).then(() => true, unlessPassing(false));

/** What is at a path itself, also if it is a link that leads nowhere; null if nothing is. Rejects as `exists` does. */
export const foundAt = (path: string) => lstat(path).catch(unlessPassing(null));

/** Whether a folder is at the path itself: not a link to one. */
export const isRealFolder = async (path: string): Promise<boolean> =>
  (await foundAt(path))?.isDirectory() === true;
