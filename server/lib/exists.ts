import { access, lstat } from "node:fs/promises";

/** Whether there is something at the path; false for a broken link. Never rejects. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** What is at a path itself, also if it is a link that leads nowhere; null if nothing is. Never rejects. */
export const foundAt = (path: string) => lstat(path).catch(() => null);

/** Whether a folder is at the path itself: not a link to one. */
export const isRealFolder = async (path: string): Promise<boolean> =>
  (await foundAt(path))?.isDirectory() === true;
