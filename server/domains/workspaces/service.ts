import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { lstat, mkdir, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { markerVariable } from "../../lib/processes/index.ts";
import type { Workspace } from "../../runtimes/runtime.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git } from "./git.ts";
import { agentEnvironment, cloneFolderName } from "./rules.ts";

export interface CloneSource {
  gitRoot: string;
  branch: string;
  subdirectory: string | null;
}

export interface Folders {
  clones: string;
  homes: string;
  scratch: string;
  attachments: string;
}

interface ClonePlace {
  path: string;
  sessionId: number;
  turnId: number;
  signal?: AbortSignal;
}

export type WorkspaceService = ReturnType<typeof workspaceService>;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The folders a session works in. Paths are ours; nothing a caller sent becomes one unjudged. */
export function workspaceService(deps: {
  folders: Folders;
  environment: Readonly<Record<string, string | undefined>>;
  /** First part of every marker: the data folder's own id. */
  installation: string;
}) {
  const { folders } = deps;
  /** By path. */
  const cloning = new Map<string, Promise<boolean>>();
  const sessionFolder = (root: string, sessionId: number): string => join(root, String(sessionId));

  /** `<installation>:<session>:<turn>`; with a part left out it is a prefix that finds all of them. */
  const marker = (sessionId?: number, turnId?: number): string =>
    [deps.installation, sessionId, turnId].filter((part) => part !== undefined).join(":");

  const environmentFor = (sessionId: number, turnId: number): Record<string, string> =>
    agentEnvironment(deps.environment, {
      [markerVariable]: marker(sessionId, turnId),
      SIGNALBOX_SESSION_ID: String(sessionId),
      SIGNALBOX_SCRATCH: sessionFolder(folders.scratch, sessionId),
    });

  async function clone(source: CloneSource, path: string, run: GitRun): Promise<void> {
    await mkdir(folders.clones, { recursive: true, mode: 0o700 });
    const draft = `${path}.part`;
    await rm(draft, { recursive: true, force: true });
    try {
      await git(
        ["clone", "--quiet", "--single-branch", "--branch", source.branch, "--", source.gitRoot, draft],
        run,
      );
    } catch (error) {
      await rm(draft, { recursive: true, force: true, maxRetries: 3 });
      throw await explainMissingBranch(error, source, run);
    }
    await rename(draft, path);
  }

  async function makeClone(source: CloneSource, place: ClonePlace): Promise<boolean> {
    if (await exists(join(place.path, ".git"))) return false;
    await rm(place.path, { recursive: true, force: true });
    const environment = environmentFor(place.sessionId, place.turnId);
    await clone(source, place.path, { environment, signal: place.signal });
    return true;
  }

  return {
    marker,

    newClonePath: (source: CloneSource): string =>
      join(folders.clones, cloneFolderName(source, randomBytes(6).toString("hex"))),

    /**
     * Clones to `path` unless a clone is there; true when it cloned. Throws a CloneError.
     * A session that is restored and its next turn may both want it: the second waits for the first.
     */
    async ensureClone(source: CloneSource, place: ClonePlace): Promise<boolean> {
      const { path, signal } = place;
      for (let other = cloning.get(path); other; other = cloning.get(path)) {
        await Promise.race([other.catch(() => false), ...(signal ? [once(signal, "abort")] : [])]);
        if (signal?.aborted) throw new CloneError("The clone was stopped", { transient: true });
      }
      const made = makeClone(source, place).finally(() => cloning.delete(path));
      cloning.set(path, made);
      return made;
    },

    /** Where the agent starts. Throws a CloneError when the subdirectory is not there or leads outside. */
    async workspace(
      session: { id: number; clonePath: string; subdirectory: string | null },
      turnId: number,
    ): Promise<Workspace> {
      const cwd = await insideClone(session.clonePath, session.subdirectory);
      const home = sessionFolder(folders.homes, session.id);
      const scratch = sessionFolder(folders.scratch, session.id);
      await Promise.all([home, scratch].map((path) => mkdir(path, { recursive: true, mode: 0o700 })));
      return { sessionId: session.id, cwd, home, scratch, env: environmentFor(session.id, turnId) };
    },

    home: (sessionId: number): string => sessionFolder(folders.homes, sessionId),
    attachments: (sessionId: number): string => sessionFolder(folders.attachments, sessionId),

    /** Everything the session has on disk; the clone goes by rename first, so that it is never half there. */
    async remove(session: { id: number; clonePath: string | null }): Promise<void> {
      const own = [folders.homes, folders.scratch, folders.attachments].map((root) =>
        sessionFolder(root, session.id),
      );
      if (session.clonePath?.startsWith(folders.clones + sep))
        own.push(session.clonePath, `${session.clonePath}.part`);
      for (const path of own) await removeFolder(path);
    },

    /** What a killed start left half done: drafts of clones and folders on their way out. */
    async sweepLeftovers(): Promise<number> {
      const names = await readdir(folders.clones).catch(() => [] as string[]);
      const leftovers = names.filter((name) => name.endsWith(".part") || name.endsWith(".removed"));
      for (const name of leftovers) await rm(join(folders.clones, name), { recursive: true, force: true });
      return leftovers.length;
    },

    /** Branches of a remote, newest question answered from the remote itself. Throws a CloneError. */
    async branches(gitRoot: string): Promise<{ branches: string[]; default_branch: string | null }> {
      const environment = agentEnvironment(deps.environment, {});
      const text = await git(["ls-remote", "--symref", "--", gitRoot, "HEAD", "refs/heads/*"], {
        environment,
        timeoutMs: 20_000,
      });
      return readBranches(text);
    },
  };
}

async function removeFolder(path: string): Promise<void> {
  const tombstone = `${path}.removed`;
  const found = await lstat(path).catch(() => null);
  if (found) {
    await rm(tombstone, { recursive: true, force: true });
    await rename(path, tombstone);
  }
  // Also what an earlier try, cut short, had only renamed.
  await rm(tombstone, { recursive: true, force: true, maxRetries: 3 });
}

async function insideClone(clonePath: string, subdirectory: string | null): Promise<string> {
  const root = await realpath(clonePath);
  if (subdirectory === null) return root;
  const inside = await realpath(join(root, subdirectory)).catch(() => null);
  const fits =
    inside !== null &&
    (inside === root || inside.startsWith(root + sep)) &&
    (await stat(inside)).isDirectory();
  if (fits) return inside;
  throw new CloneError(`The repository has no folder "${subdirectory}"`, { transient: false });
}

async function explainMissingBranch(error: unknown, source: CloneSource, run: GitRun): Promise<unknown> {
  if (!(error instanceof CloneError) || !/remote branch .* not found/i.test(error.message)) return error;
  const known = await git(["ls-remote", "--symref", "--", source.gitRoot, "HEAD", "refs/heads/*"], run).then(
    readBranches,
    () => null,
  );
  const names = known?.branches.slice(0, 10).join(", ");
  const hint = names ? `It has: ${names}` : "It has no branches yet";
  return new CloneError(`There is no branch "${source.branch}" in ${source.gitRoot}. ${hint}.`, {
    transient: false,
  });
}

function readBranches(listing: string): { branches: string[]; default_branch: string | null } {
  const branches = [...listing.matchAll(/^[0-9a-f]+\trefs\/heads\/(.+)$/gm)].map((match) => match[1] ?? "");
  const head = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(listing)?.[1] ?? null;
  return { branches: branches.slice(0, 500), default_branch: head };
}
