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
