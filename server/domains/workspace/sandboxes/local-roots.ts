import { realpath } from "node:fs/promises";
import { join, normalize } from "node:path";
import { placeFinder, rootProblem } from "../../../lib/sandbox/index.ts";
import { foldersOfOrigin, localPath } from "../workspaces/index.ts";

/** Judges repositories on this machine by where they are: git follows whatever an agent leaves in one it can write to. */
export function localRoots({
  dataFolder,
  written,
}: {
  dataFolder: string;
  /** Folders that agents of any repository can write to. */
  written(): readonly string[];
}) {
  const problemAt = (path: string, folders: readonly string[]): string | null =>
    rootProblem(path, { own: join(dataFolder, "demo"), dataFolder, written: folders });

  return {
    /** As far as the path says. */
    problem(gitRoot: string, folders = written()): string | null {
      const path = localPath(gitRoot);
      return path === null ? null : problemAt(normalize(path), folders);
    },

    /** Wherever the person's links lead. */
    async problemOnDisk(gitRoot: string): Promise<string | null> {
      const path = localPath(gitRoot);
      if (path === null) return null;
      const folders = written();
      const find = placeFinder([await realpath(dataFolder), ...folders]);
      const problemOf = async (parts: readonly string[]): Promise<string | null> => {
        for (const part of parts) {
          const found = await find(part);
          const at = found.kind === "found" ? found.place.path : found.kind === "missing" ? part : found.at;
          const problem = problemAt(at, folders);
          if (problem !== null) return problem;
        }
        return null;
      };
      return (await problemOf([path, join(path, ".git")])) ?? problemOf(await foldersOfOrigin(path));
    },
  };
}
