import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a private folder with those above it, if they are not there. Part by part: Node's own recursive `mkdir` never returns below
 * `/proc`, where no folder can be made.
 */
export function makeFolderSync(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST" && isFolder(path)) return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path || isFolder(parent)) throw error;
    makeFolderSync(parent);
    makeFolderSync(path);
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
