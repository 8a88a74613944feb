import { once } from "node:events";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { type CloneProgress, cloneProgress } from "./clone-progress.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git } from "./git.ts";
import { fetchLfsFiles, lfsArguments, skippingLfs } from "./lfs.ts";
import { findRepository } from "./owner-repository.ts";
import { completeFrom, promisorOf } from "./partial-source.ts";
import { hooksIn } from "./personal-git.ts";
import { listedRemotes, localPath } from "./rules.ts";
import { baseRef } from "./safe-git.ts";
import { separateFiles } from "./separate-files.ts";
import { withSshHost } from "./ssh-host.ts";
import { fetchSubmodules } from "./submodules.ts";
import { text } from "./text.ts";

export interface CloneSource {
  gitRoot: string;
  branch: string;
  subdirectory: string | null;
}

interface Place {
  path: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /** How long the remote may send nothing. */
  silenceMs: number;
  /** Called when a clone begins, and with what git says of it. */
  onProgress?(progress: CloneProgress): void;
  /** Called if no clone was made: ends what git started and left. */
  endLeftovers(): Promise<void>;
  /** Whether what the repository names for itself is fetched as well. */
  trusted?: boolean;
  /** A clone without all of its submodules is a failed one. */
  requireSubmodules?: boolean;
  /** Called with a sentence for each thing that a person should know of the clone. */
  onNote?(sentence: string): void;
  /** Called with the new clone before it is moved to `path`. */
  finish?(draft: string): Promise<void>;
}

interface Extras {
  trusted?: boolean | undefined;
  requireSubmodules?: boolean | undefined;
  onNote?: ((sentence: string) => void) | undefined;
}

/** A large repository on a slow line takes long; what counts is that something still arrives. */
const longestCloneMs = 6 * 3_600_000;

/** Makes clones, one at a time per path: a second call for the same path waits for the first. */
export function cloner(): (source: CloneSource, place: Place) => Promise<boolean> {
  const pending = new Map<string, Promise<boolean>>();

  return async function ensureClone(source, place) {
    const { path, signal } = place;
    for (let other = pending.get(path); other; other = pending.get(path)) {
      await Promise.race([other.catch(() => false), ...(signal ? [once(signal, "abort")] : [])]);
      if (signal?.aborted) throw new CloneError(text.stopped, { transient: true });
    }
    const made = makeClone(source, place).finally(() => pending.delete(path));
    pending.set(path, made);
    return made;
  };
}

async function makeClone(source: CloneSource, place: Place): Promise<boolean> {
  const { path, environment, signal } = place;
  if (await exists(join(path, ".git"))) return false;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // A folder that lost its .git may still hold the agent's work.
  if (await exists(path)) await rename(path, `${path}.kept-${Date.now()}`);
  const draft = `${path}.part`;
  const { endLeftovers } = place;
  // git says nothing while it copies a repository of this machine.
  const silenceMs = localPath(source.gitRoot) === null ? place.silenceMs : undefined;
  const onReport = (written: string): void => {
    const progress = cloneProgress(written);
    if (progress) place.onProgress?.(progress);
  };
  place.onProgress?.({ step: "connecting", percent: null });
  const run = { environment, signal, silenceMs, endLeftovers, onReport, timeoutMs: longestCloneMs };
  const make = async (): Promise<void> => {
    await cloneInto(source, draft, { ...run, onNote: place.onNote });
    await fetchRest(source, draft, { ...run, ...place });
  };
  await make().catch(async (error: unknown) => {
    await endLeftovers();
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  });
  // What git's extensions made, such as LFS, may still be linked.
  await separateFiles(draft, { signal });
  await place.finish?.(draft);
  await rename(draft, path);
  return true;
}

/** git would end a transfer that is slow for a minute; what arrives slowly still arrives. */
const noSlowLimit = ["-c", "http.lowSpeedLimit=0"];

/**
 * Git would link the objects of a repository on this machine, or borrow what that one borrows; an agent that writes into its
 * clone would write into them.
 */
const ownObjects = ["--no-hardlinks", "--dissociate"];

/** Clones to a draft folder, so that the clone is complete once it is at its path. */
async function cloneInto(
  source: CloneSource,
  draft: string,
  { onNote, ...run }: GitRun & Extras,
): Promise<void> {
  await rm(draft, { recursive: true, force: true });
  const { branch, gitRoot } = source;
  const promisor = await promisorOf(gitRoot, run);
  if (promisor !== null) onNote?.(text.partialFrom(gitRoot, promisor.url));
  const lfs = await lfsArguments(run);
  const environment = { ...run.environment, ...skippingLfs };
  try {
    const how = ["--progress", ...ownObjects, "--single-branch", "--branch", branch];
    if (promisor !== null) how.push("--no-checkout");
    await git([...noSlowLimit, ...lfs, "clone", ...how, "--", gitRoot, draft], { ...run, environment });
    if (promisor !== null) await completeFrom(promisor, draft, { ...run, environment });
    await recordBase(draft, run);
  } catch (error) {
    throw await explainMissingBranch(error, source, { environment: run.environment, signal: run.signal });
  }
}

/** The hooks that the owner's checkout has and a clone does not; null if there are none. */
async function hooksNote(gitRoot: string, run: GitRun): Promise<string | null> {
  const path = localPath(gitRoot);
  const repository = path === null ? null : await findRepository(path);
  if (path === null || repository === null) return null;
  const config = join(repository.commonFolder, "config");
  const read = ["config", "--file", config, "--includes", "--path", "core.hooksPath"];
  const named = await git(read, run).catch(unlessPassing(null));
  const names = await hooksIn(named === null ? join(repository.commonFolder, "hooks") : resolve(path, named));
  return names.length === 0 ? null : text.hooksOfCheckout(gitRoot, names);
}

/** What belongs to a checkout and is no part of a plain clone. */
async function fetchRest(
  { gitRoot }: CloneSource,
  draft: string,
  { trusted = false, requireSubmodules = false, onNote, ...run }: GitRun & Extras,
): Promise<void> {
  const remotes = (): Promise<string[]> => urlsOf(gitRoot, run);
  const withoutSubmodules = await fetchSubmodules(draft, { gitRoot, trusted, remotes }, run);
  if (withoutSubmodules !== null && requireSubmodules)
    throw new CloneError(text.submodulesRequired(withoutSubmodules), { transient: false });
  const notes = [
    await hooksNote(gitRoot, run),
    await fetchLfsFiles(draft, { ...run, trusted }),
    withoutSubmodules,
  ];
  for (const note of notes) if (note !== null) onNote?.(note);
}

/** `git update-ref`, but without a process for it if the new clone has its refs in files, as usual. */
async function recordBase(draft: string, { environment }: GitRun): Promise<void> {
  const commit = await headInFiles(join(draft, ".git"));
  if (commit === null) return void (await git(["update-ref", baseRef, "HEAD"], { environment, cwd: draft }));
  const file = join(draft, ".git", baseRef);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${commit}\n`);
}

/** The commit that a repository is at; null if its files do not say. */
async function headInFiles(gitFolder: string): Promise<string | null> {
  const read = (name: string): Promise<string> =>
    readFile(join(gitFolder, name), "utf8").catch(unlessPassing(""));
  const head = await read("HEAD");
  const branch = /^ref: (refs\/heads\/.+)\n$/.exec(head)?.[1];
  const commit = branch === undefined ? head : await read(branch);
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/.test(commit) ? commit.trimEnd() : null;
}

async function explainMissingBranch(error: unknown, source: CloneSource, run: GitRun): Promise<unknown> {
  if (!(error instanceof CloneError) || !/remote branch .* not found/i.test(error.message)) return error;
  const known = await remoteBranches(source.gitRoot, run).catch(unlessPassing(null));
  const { branch, gitRoot } = source;
  const isCommit = /^[0-9a-f]{7,64}$/.test(branch) && known?.branches.length !== 0;
  if (isCommit) return new CloneError(text.notABranch(source), { transient: false });
  if (known?.branches.length === 0)
    return new CloneError(text.emptyRepository(gitRoot), { transient: false });
  const message = text.unknownBranch({ branch, gitRoot, known: known?.branches.slice(0, 10) ?? [] });
  return new CloneError(message, { transient: false });
}

/** Branches as listed by the remote, at most 500, of which `main` and its default are never left out. Throws a CloneError. */
export async function remoteBranches(
  gitRoot: string,
  run: GitRun,
): Promise<{ branches: string[]; default_branch: string | null }> {
  const listing = await git(["ls-remote", "--symref", "--", gitRoot, "HEAD", "refs/heads/*"], run);
  const branches = [...listing.matchAll(/^[0-9a-f]+\trefs\/heads\/(.+)$/gm)].map((match) => match[1] ?? "");
  const head = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listing)?.[1] ?? null;
  const kept = branches.filter((name, at) => at < 500 || name === "main" || name === head);
  return { branches: kept.slice(-500), default_branch: head };
}

/**
 * Where what is at `gitRoot` lies: there, or for a repository on this machine at its own remotes. Read from the owner's
 * repository, never from a clone, whose settings its agent writes. None if it cannot be read.
 */
export async function remotesOf(gitRoot: string, run: GitRun): Promise<string[]> {
  return Promise.all((await urlsOf(gitRoot, run)).map((url) => withSshHost(url, run.environment)));
}

async function urlsOf(gitRoot: string, run: GitRun): Promise<string[]> {
  const path = localPath(gitRoot);
  if (path === null) return [gitRoot];
  return git(["remote", "--verbose"], { ...run, cwd: path }).then(listedRemotes, () => []);
}
