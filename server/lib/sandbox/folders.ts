import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { folderProblem } from "./folder-rules.ts";

interface Machine {
  dataFolder: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Each folder without links, or a sentence for each that agents may not reach. */
export async function resolveFolders(
  folders: readonly string[],
  machine: Machine,
): Promise<{ folders: string[]; problems: string[] }> {
  const named = [machine.environment["HOME"] ?? homedir(), homedir()];
  const homes = await Promise.all(named.map((home) => realpath(home).catch(() => home)));
  const places = { homes, dataFolder: await realpath(machine.dataFolder) };
  const resolved: string[] = [];
  const problems: string[] = [];
  for (const folder of folders) {
    const found = await resolve(folder);
    const problem = "problem" in found ? found.problem : folderProblem(found.path, places);
    if (problem !== null) problems.push(`Agents cannot have the folder ${folder}: ${problem}`);
    else if ("path" in found) resolved.push(found.path);
  }
  return { folders: [...new Set(resolved)], problems };
}

export async function folderProblems(folders: readonly string[], machine: Machine): Promise<string[]> {
  return folders.length === 0 ? [] : (await resolveFolders(folders, machine)).problems;
}

async function resolve(folder: string): Promise<{ path: string } | { problem: string }> {
  if (!isAbsolute(folder)) return { problem: "it is not an absolute path" };
  try {
    const path = await realpath(folder);
    return (await stat(path)).isDirectory() ? { path } : { problem: "it is not a folder" };
  } catch {
    return { problem: "it does not exist" };
  }
}
