import { lstat, readlink, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { findOnPath } from "../executables.ts";
import { exists } from "../exists.ts";
import { isWithin } from "../is-within.ts";
import { unlessPassing } from "../passing-fault.ts";
import type { GitPrograms } from "./git-argv-rules.ts";
import type { SandboxProblem } from "./reasons.ts";

const systemFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
const loaderFiles = ["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"];
/** Programs here have their libraries in other folders of the same store. */
const stores = ["/nix/store", "/gnu/store"];

/** What git needs of this machine to run where nothing else is; null if it is not installed. */
export async function findGitPrograms(of: {
  environment: Readonly<Record<string, string | undefined>>;
  dataFolder: string;
}): Promise<GitPrograms | SandboxProblem | null> {
  const git = await findOnPath("git", of.environment);
  if (git === null) return null;
  const system = await Promise.all(systemFolders.map(placeOf));
  const links = system.flatMap((place) => (place !== null && "to" in place ? [place] : []));
  const readable = system.flatMap((place) => (place !== null && !("to" in place) ? [place.at] : []));
  for (const file of loaderFiles) if (await exists(file)) readable.push(file);
  const hidden = [of.dataFolder, of.environment["HOME"] ?? homedir()];
  for (const program of [git, await realpath(git)]) {
    if ([...readable, ...links.map(({ at }) => at)].some((place) => isWithin(program, place))) continue;
    const folder = packageOf(program);
    if (hidden.some((place) => isWithin(place, folder))) return notApart(git, folder);
    readable.push(folder);
  }
  return { git, readable, links };
}

async function placeOf(at: string): Promise<{ at: string; to: string } | { at: string } | null> {
  const found = await lstat(at).catch(unlessPassing(null));
  if (found?.isSymbolicLink() === true) return { at, to: await readlink(at) };
  return found?.isDirectory() === true ? { at } : null;
}

/** The folder that a program was installed into, with what it loads. */
function packageOf(program: string): string {
  const store = stores.find((place) => isWithin(program, place));
  return store ?? dirname(dirname(program));
}

const notApart = (git: string, folder: string): SandboxProblem => ({
  reason: `${git} lies in ${folder}, with files that git is not to see.`,
  cure: "Put another git on PATH, such as the system's own",
});
