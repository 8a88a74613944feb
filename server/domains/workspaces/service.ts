import { randomBytes } from "node:crypto";
import { lstat, mkdir, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { markerVariable } from "../../lib/processes/index.ts";
import type { Workspace } from "../../runtimes/runtime.ts";
import { type CloneSource, cloner, remoteBranches } from "./cloning.ts";
import { type Comparison, compareClone } from "./comparison.ts";
import { CloneError } from "./errors.ts";
import { agentEnvironment, cloneFolderName } from "./rules.ts";

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

/** The folders a session works in. Paths are ours; nothing a caller sent becomes one unjudged. */
export function workspaceService(deps: {
  folders: Folders;
  environment: Readonly<Record<string, string | undefined>>;
  /** First part of every marker: the data folder's own id. */
  installation: string;
}) {
  const { folders } = deps;
  const ensure = cloner();
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

  return {
    marker,

    newClonePath: (source: CloneSource): string =>
      join(folders.clones, cloneFolderName(source, randomBytes(6).toString("hex"))),

    /**
     * Clones to `path` unless a clone is there; true when it cloned. Throws a CloneError.
     * A session that is restored and its next turn may both want it: the second waits for the first.
     */
    ensureClone: (source: CloneSource, place: ClonePlace): Promise<boolean> =>
      ensure(source, { ...place, environment: environmentFor(place.sessionId, place.turnId) }),

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

    /** Compares a session's clone with where it began. Throws a CloneError. */
    compare: <Result>(
      clone: { path: string; branch: string },
      use: (comparison: Comparison) => Promise<Result>,
    ): Promise<Result> =>
      compareClone({ ...clone, environment: agentEnvironment(deps.environment, {}) }, use),

    /** Branches of a remote, asked of the remote itself. Throws a CloneError. */
    branches: (gitRoot: string) =>
      remoteBranches(gitRoot, { environment: agentEnvironment(deps.environment, {}), timeoutMs: 20_000 }),
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
