import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { markerVariable } from "../../../lib/processes/index.ts";
import type { Workspace } from "../../../runtimes/runtime.ts";
import { rememberingBranches } from "./branch-memory.ts";
import { archiveClone, isCloneArchived, restoreClone } from "./clone-archive.ts";
import { type CloneSource, cloner, remoteBranches } from "./cloning.ts";
import { type Comparison, compareClone } from "./comparison.ts";
import { copyClone } from "./copying.ts";
import { CloneError } from "./errors.ts";
import { agentEnvironment, cloneFolderName } from "./rules.ts";

export interface Folders {
  clones: string;
  homes: string;
  scratch: string;
  attachments: string;
  /** What was put away of the clones of archived sessions. */
  stowed: string;
}

interface ClonePlace {
  path: string;
  sessionId: number;
  turnId: number;
  signal?: AbortSignal;
  /** Told why work that was put away did not fit the new clone, and where it is. */
  onLoss?(reason: string): void;
}

const sessionFolder = (root: string, sessionId: number): string => join(root, String(sessionId));

export type WorkspaceService = ReturnType<typeof workspaceService>;

/** The folders a session works in. Paths are ours; nothing a caller sent becomes one unjudged. */
export function workspaceService(deps: {
  folders: Folders;
  environment: Readonly<Record<string, string | undefined>>;
  /** First part of every marker: the data folder's own id. */
  installation: string;
  /** What the agent of a session finds in its environment besides. */
  sessionEnvironment(sessionId: number): Record<string, string>;
}) {
  const { folders } = deps;

  /** `<installation>:<session>:<turn>`; with a part left out it is a prefix that finds all of them. */
  const marker = (sessionId?: number, turnId?: number): string =>
    [deps.installation, sessionId, turnId].filter((part) => part !== undefined).join(":");

  const environmentFor = (sessionId: number, turnId: number): Record<string, string> =>
    agentEnvironment(deps.environment, {
      ...deps.sessionEnvironment(sessionId),
      [markerVariable]: marker(sessionId, turnId),
      SIGNALBOX_SESSION_ID: String(sessionId),
      SIGNALBOX_SCRATCH: sessionFolder(folders.scratch, sessionId),
    });

  return {
    marker,

    newClonePath: (source: CloneSource): string =>
      join(folders.clones, cloneFolderName(source, randomBytes(6).toString("hex"))),

    ...cloneKeeping(deps, environmentFor),

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
    scratch: (sessionId: number): string => sessionFolder(folders.scratch, sessionId),
    attachments: (sessionId: number): string => sessionFolder(folders.attachments, sessionId),

    /** Everything the session has on disk; the clone goes by rename first, so that it is never half there. */
    async remove(session: { id: number; clonePath: string | null }): Promise<void> {
      const { clones: _, ...perSession } = folders;
      const own = Object.values(perSession).map((root) => sessionFolder(root, session.id));
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

    /** Branches of a remote, asked of the remote itself unless that was just done. Throws a CloneError. */
    branches: rememberingBranches((gitRoot) =>
      remoteBranches(gitRoot, { environment: agentEnvironment(deps.environment, {}), timeoutMs: 20_000 }),
    ),
  };
}

/** Makes clones, puts them away, copies and compares them. */
function cloneKeeping(
  deps: { folders: Folders; environment: Readonly<Record<string, string | undefined>> },
  environmentFor: (sessionId: number, turnId: number) => Record<string, string>,
) {
  const { folders } = deps;
  const ensure = cloner();

  return {
    /**
     * Clones to `path` unless a clone is there; true when it cloned. What was put away of an earlier clone is brought
     * back into the new one. Throws a CloneError.
     * A session that is restored and its next turn may both want it: the second waits for the first.
     */
    async ensureClone(source: CloneSource, place: ClonePlace): Promise<boolean> {
      const { sessionId, signal } = place;
      const environment = environmentFor(sessionId, place.turnId);
      const away = sessionFolder(folders.stowed, sessionId);
      const finish = async (clone: string): Promise<void> => {
        if (!(await isCloneArchived(away))) return;
        const reason = await unstow({ clone, cloned: source.branch, environment, signal }, away);
        if (reason === null) return;
        const left = join(sessionFolder(folders.scratch, sessionId), "work-before-archiving");
        await rm(left, { recursive: true, force: true });
        await mkdir(dirname(left), { recursive: true, mode: 0o700 });
        await rename(away, left);
        place.onLoss?.(`${reason} It is kept in ${left}.`);
      };
      const cloned = await ensure(source, { ...place, environment, finish });
      await removeFolder(away);
      return cloned;
    },

    /**
     * Puts away what the clone has and its remote lacks, then removes the clone. Throws a CloneError when some of it
     * would be lost; then the clone stays. False when no clone is there: it was not made yet, or is put away already.
     */
    async stow(session: { id: number; clonePath: string; branch: string }): Promise<boolean> {
      const { id, clonePath: clone, branch: cloned } = session;
      if (!(await exists(join(clone, ".git")))) return false;
      const run = { clone, cloned, environment: agentEnvironment(deps.environment, {}) };
      await archiveClone(run, sessionFolder(folders.stowed, id));
      if (clone.startsWith(folders.clones + sep)) await removeFolder(clone);
      return true;
    },

    /** Copies a clone with everything in it. Resolves with `to`. Throws a CloneError, or ENOENT where there is none. */
    async copyClone(from: string, to: string): Promise<string> {
      await copyClone(from, to);
      return to;
    },

    removeClone: (path: string): Promise<void> => removeFolder(path),

    /** Compares a session's clone with where it began. Throws a CloneError. */
    compare: <Result>(
      clone: { path: string; branch: string },
      use: (comparison: Comparison) => Promise<Result>,
    ): Promise<Result> =>
      compareClone({ ...clone, environment: agentEnvironment(deps.environment, {}) }, use),
  };
}

/** Why the work does not fit the new clone; null when it is back. */
async function unstow(run: Parameters<typeof restoreClone>[0], away: string): Promise<string | null> {
  try {
    await restoreClone(run, away);
    return null;
  } catch (error) {
    if (error instanceof CloneError && run.signal?.aborted !== true) return error.message;
    throw error;
  }
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
