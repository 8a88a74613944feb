import { access, constants, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { unlessPassing } from "./passing-fault.ts";

const endingsHere = process.platform === "win32" ? [".exe", ".cmd"] : [""];

/**
 * The absolute path of a program on PATH; null if there is none. Uses no shell. Relative entries are skipped, because they
 * would be in the agent's own folder.
 */
export async function findOnPath(
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  endings: readonly string[] = endingsHere,
): Promise<string | null> {
  const folders = (environment["PATH"] ?? environment["Path"] ?? "").split(delimiter).filter(isAbsolute);
  for (const path of folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending)))) {
    if (await isExecutable(path)) return path;
  }
  return null;
}

export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch (error) {
    return unlessPassing(false)(error);
  }
}
