import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git } from "./git.ts";
import { findRepository } from "./owner-repository.ts";
import { listedSettings, localPath } from "./rules.ts";
import { text } from "./text.ts";

/** The remote from which a partial clone (`git clone --filter`) of the owner's gets the objects that it lacks. */
interface Promisor {
  name: string;
  url: string;
  filter: string;
}

/** Null for a repository that has all of its objects. Throws a CloneError if nothing says where they are. */
export async function promisorOf(gitRoot: string, run: GitRun): Promise<Promisor | null> {
  const path = localPath(gitRoot);
  const repository = path === null ? null : await findRepository(path);
  if (path === null || repository === null) return null;
  const packs = await readdir(join(repository.commonFolder, "objects", "pack")).catch(unlessPassing([]));
  if (!packs.some((name) => name.endsWith(".promisor"))) return null;
  const wanted = "^remote\\..*\\.(promisor|url|partialclonefilter)$";
  const listed = await git(["config", "-z", "--get-regexp", wanted], { ...run, cwd: path }).catch(
    unlessPassing(""),
  );
  const found = promisorIn(listed);
  if (found === null) throw new CloneError(text.partialWithoutRemote(gitRoot), { transient: false });
  return found;
}

/** In what `git config -z --get-regexp` prints. */
function promisorIn(listed: string): Promisor | null {
  const settings = listedSettings(listed);
  for (const [key, value] of settings) {
    const name = /^remote\.(.+)\.promisor$/.exec(key)?.[1];
    const url = name === undefined ? undefined : settings.get(`remote.${name}.url`);
    if (name === undefined || url === undefined || value !== "true") continue;
    return { name, url, filter: settings.get(`remote.${name}.partialclonefilter`) ?? "blob:none" };
  }
  return null;
}

/** Lets a clone that has no files yet fetch what it lacks, now and later, and writes its files. */
export async function completeFrom(
  { name, url, filter }: Promisor,
  draft: string,
  run: GitRun,
): Promise<void> {
  const inside = { ...run, cwd: draft };
  const remote = name === "origin" ? "source" : name;
  const settings = { url, promisor: "true", partialclonefilter: filter };
  for (const [key, value] of Object.entries(settings))
    await git(["config", `remote.${remote}.${key}`, value], inside);
  try {
    await git(["reset", "--hard", "--quiet"], inside);
  } catch (error) {
    if (!(error instanceof CloneError)) throw error;
    const { transient, message } = error;
    throw new CloneError(text.partialFailed(url, message), { transient });
  }
}
