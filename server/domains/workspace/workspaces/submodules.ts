import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { exists, isRealFolder } from "../../../lib/exists.ts";
import { isWithin } from "../../../lib/is-within.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git } from "./git.ts";
import { findRepository, localRepository } from "./owner-repository.ts";
import { localPath } from "./rules.ts";
import {
  isRelative,
  isRemoteAddress,
  linksIn,
  resolvedAddress,
  type Submodule,
  submodulesIn,
} from "./submodule-rules.ts";
import { text } from "./text.ts";

/** Deeper than any that people have. */
const mostLevels = 5;
const mostSubmodules = 500;

interface Parent {
  /** The clone that has them. */
  folder: string;
  /** What relative addresses start from. */
  base: string;
  /** Where the owner's checkout keeps the repositories of its submodules; null if there is none. */
  kept: string | null;
}

/** What is wrong with a submodule, in words. */
class SubmoduleProblem extends Error {
  override readonly name = "SubmoduleProblem";
}

/**
 * Fetches the submodules of a new clone, each from where the owner's checkout has it, otherwise from its address. Resolves
 * with a sentence if some of them are not there; null otherwise. Git takes from `.gitmodules` no more than names, paths and
 * addresses that an ordinary transport reaches, and runs no hook.
 */
export async function fetchSubmodules(
  draft: string,
  { gitRoot, trusted, remotes }: { gitRoot: string; trusted: boolean; remotes(): Promise<string[]> },
  run: GitRun,
): Promise<string | null> {
  const found = await submodulesOf(draft, run);
  if (found.length === 0) return null;
  const paths = found.map(({ path }) => path);
  if (!trusted) return text.submodulesLeftOut(paths);
  const repository = await localRepository(gitRoot);
  const kept = repository === null ? null : join(repository.commonFolder, "modules");
  const parent = { folder: draft, base: (await remotes())[0] ?? localPath(gitRoot) ?? gitRoot, kept };
  const problems = await fetchIn(parent, found, { run, level: 1 });
  return problems.length === 0 ? null : text.submodulesFailed(problems);
}

/** What `.gitmodules` of the commit says of the submodules of a clone that was just made. */
export async function submodulesOf(folder: string, run: GitRun): Promise<Submodule[]> {
  if (!(await exists(join(folder, ".gitmodules")))) return [];
  const inside = { ...run, cwd: folder };
  const links = linksIn(await git(["ls-files", "--stage", "-z"], inside));
  if (links.length === 0) return [];
  const read = [
    "config",
    "-z",
    "--no-includes",
    "--blob",
    "HEAD:.gitmodules",
    "--get-regexp",
    "^submodule\\.",
  ];
  return submodulesIn(await git(read, inside).catch(unlessPassing("")), links).slice(0, mostSubmodules);
}

type Failed = { path: string; reason: string };

async function fetchIn(
  parent: Parent,
  submodules: readonly Submodule[],
  { run, level }: { run: GitRun; level: number },
): Promise<Failed[]> {
  const failed: Failed[] = [];
  for (const submodule of submodules) {
    try {
      const inner = await fetchOne(parent, submodule, run);
      const nested = level < mostLevels ? await submodulesOf(inner.folder, run) : [];
      const below = await fetchIn(inner, nested, { run, level: level + 1 });
      failed.push(...below.map(({ path, reason }) => ({ path: join(submodule.path, path), reason })));
    } catch (error) {
      const isKnown = error instanceof CloneError || error instanceof SubmoduleProblem;
      if (!isKnown || run.signal?.aborted === true) throw error;
      failed.push({ path: submodule.path, reason: error.message });
    }
  }
  return failed;
}

/** Resolves with the submodule as the parent of its own. */
async function fetchOne(parent: Parent, submodule: Submodule, run: GitRun): Promise<Parent> {
  const { name, path, url } = submodule;
  const address = resolvedAddress(url, parent.base);
  const kept = await keptAt(parent, name);
  const from = kept === null ? sourceOf(address, submodule, parent) : pathToFileURL(kept).href;
  const inside = { ...run, cwd: parent.folder };
  const set = (key: string, value: string) => git(["config", `submodule.${name}.${key}`, value], inside);
  await set("update", "checkout");
  await set("active", "true");
  await set("url", from);
  const allowed = from.startsWith("file:") ? "file" : "https:http:ssh:git";
  const environment = { ...run.environment, GIT_ALLOW_PROTOCOL: allowed };
  const update = ["submodule", "update", "--checkout", "--force", "--progress", "--", path];
  await git(update, { ...inside, environment });
  const folder = join(parent.folder, path);
  const lasting = address ?? from;
  if (lasting !== from) {
    await set("url", lasting);
    await git(["config", "remote.origin.url", lasting], { ...run, cwd: folder });
  }
  return { folder, base: lasting, kept: kept === null ? null : join(kept, "modules") };
}

/** The owner's own repository of a submodule, which git keeps in the one of the checkout around it. */
async function keptAt({ kept }: Parent, name: string): Promise<string | null> {
  if (kept === null) return null;
  const place = join(kept, name);
  if (!(await isRealFolder(place)) || (await findRepository(place)) === null) return null;
  const [inside, around] = await Promise.all([place, kept].map((folder) => realpath(folder)));
  return inside !== undefined && around !== undefined && isWithin(inside, around) ? inside : null;
}

/** A repository of this machine is a source only beside the one that names it. */
function sourceOf(address: string | null, { url }: Submodule, { base }: Parent): string {
  if (address === null) throw new SubmoduleProblem(text.submoduleAddress(url));
  if (isRemoteAddress(address)) return address;
  const [place, around] = [localPath(address), localPath(base)];
  const isBeside = place !== null && around !== null && isRelative(url) && isWithin(place, dirname(around));
  if (!isBeside) throw new SubmoduleProblem(text.submoduleAddress(url));
  return pathToFileURL(place).href;
}
