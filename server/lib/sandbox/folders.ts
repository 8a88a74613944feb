import { realpath, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { unlessPassing } from "../passing-fault.ts";
import { folderProblem } from "./folder-rules.ts";
import { placeFinder } from "./places.ts";
import { placeProblem } from "./reasons.ts";

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
  const homes = await Promise.all(named.map((home) => realpath(home).catch(unlessPassing(home))));
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

/** What tells each folder from others that may take its path. */
export async function pinsOf(folders: readonly string[]): Promise<Record<string, string>> {
  const find = placeFinder([]);
  const found = await Promise.all(folders.map(async (path) => ({ path, ...(await find(path)) })));
  return Object.fromEntries(
    found.flatMap((one) => (one.kind === "found" ? [[one.path, one.place.pin] as const] : [])),
  );
}

/** Why one of the folders is not what was given; null if each is. */
export async function pinProblem(
  folders: readonly string[],
  { agentFolders, pins }: { agentFolders: readonly string[]; pins: Readonly<Record<string, string>> },
): Promise<string | null> {
  const find = placeFinder(agentFolders);
  const problems = await Promise.all(
    folders.map(async (path) => placeProblem(path, await find(path), pins[path])),
  );
  return problems.find((problem) => problem !== null) ?? null;
}

export async function folderProblems(folders: readonly string[], machine: Machine): Promise<string[]> {
  return folders.length === 0 ? [] : (await resolveFolders(folders, machine)).problems;
}

async function resolve(folder: string): Promise<{ path: string } | { problem: string }> {
  if (!isAbsolute(folder)) return { problem: "it is not an absolute path" };
  try {
    const path = await realpath(folder);
    return (await stat(path)).isDirectory() ? { path } : { problem: "it is not a folder" };
  } catch (error) {
    return unlessPassing({ problem: "it does not exist" })(error);
  }
}
