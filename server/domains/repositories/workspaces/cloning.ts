import { once } from "node:events";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { baseRef } from "./comparison.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git } from "./git.ts";
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
  /** Called with the new clone before it is moved to `path`. */
  finish?(draft: string): Promise<void>;
}

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
  await cloneInto(source, draft, { environment, signal });
  await place.finish?.(draft);
  await rename(draft, path);
  return true;
}

/** Clones to a draft folder, so that the clone is complete once it is at its path. */
async function cloneInto(source: CloneSource, draft: string, run: GitRun): Promise<void> {
  await rm(draft, { recursive: true, force: true });
  const { branch, gitRoot } = source;
  try {
    await git(["clone", "--quiet", "--single-branch", "--branch", branch, "--", gitRoot, draft], run);
    await git(["update-ref", baseRef, "HEAD"], { ...run, cwd: draft });
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
    throw await explainMissingBranch(error, source, run);
  }
}

async function explainMissingBranch(error: unknown, source: CloneSource, run: GitRun): Promise<unknown> {
  if (!(error instanceof CloneError) || !/remote branch .* not found/i.test(error.message)) return error;
  const known = await remoteBranches(source.gitRoot, run).catch(() => null);
  const { branch, gitRoot } = source;
  const message = text.unknownBranch({ branch, gitRoot, known: known?.branches.slice(0, 10) ?? [] });
  return new CloneError(message, { transient: false });
}

/** Branches as listed by the remote, at most 500. Throws a CloneError. */
export async function remoteBranches(
  gitRoot: string,
  run: GitRun,
): Promise<{ branches: string[]; default_branch: string | null }> {
  const listing = await git(["ls-remote", "--symref", "--", gitRoot, "HEAD", "refs/heads/*"], run);
  const branches = [...listing.matchAll(/^[0-9a-f]+\trefs\/heads\/(.+)$/gm)].map((match) => match[1] ?? "");
  const head = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listing)?.[1] ?? null;
  return { branches: branches.slice(0, 500), default_branch: head };
}
