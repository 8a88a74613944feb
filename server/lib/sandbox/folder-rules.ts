import { isWithin } from "../is-within.ts";

/** Folders that are no files on a disk: processes, devices, and the sockets of other programs. */
const systemTrees = ["/proc", "/sys", "/dev", "/run/user"];

/** Why a folder cannot be shown to agents; null if it can. Every path is without links. */
export function folderProblem(
  folder: string,
  { homes, dataFolder }: { homes: readonly string[]; dataFolder: string },
): string | null {
  if (folder === "/") return "it is the whole file system";
  if (homes.includes(folder)) return "it is your home";
  if (folder === dataFolder) return "it is Signalbox's data folder";
  if (isWithin(folder, dataFolder)) return "it lies in Signalbox's data folder";
  if (isWithin(dataFolder, folder)) return "Signalbox's data folder lies in it";
  if (homes.some((home) => isWithin(home, folder))) return "your home lies in it";
  const isSystem = folder === "/run" || systemTrees.some((tree) => isWithin(folder, tree));
  if (isSystem && !folder.startsWith("/dev/shm/")) return "it holds what the system runs, not files";
  return null;
}

/** Why agents cannot work in clones of a repository at this path of the machine; null if they can. */
export function rootProblem(
  root: string,
  { own, dataFolder, written }: { own: string; dataFolder: string; written: readonly string[] },
): string | null {
  // What the service itself keeps there for the demo; no agent can write to it.
  if (isWithin(root, own)) return null;
  const why = isWithin(root, dataFolder)
    ? "it lies in Signalbox's data folder, where agents work"
    : writtenSentence(written.find((folder) => isWithin(root, folder)));
  return why === null
    ? null
    : `Agents cannot work in clones of ${root}: ${why}. Move the repository elsewhere, or clone it from its remote.`;
}

const writtenSentence = (folder: string | undefined): string | null =>
  folder === undefined ? null : `agents can write to ${folder} (sandbox_write)`;
