import { randomBytes } from "node:crypto";
import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { endAgentProcesses, markerVariable } from "../../../lib/processes/index.ts";
import type { LocalWay, Sandboxes, SandboxPlan } from "../../../lib/sandbox/index.ts";
import { temporaryIn } from "../../../lib/temporary-folder.ts";
import type { Workspace } from "../../../runtimes/runtime.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import { archiveClone, isCloneArchived, restoreClone } from "./clone-archive.ts";
import type { CloneProgress } from "./clone-progress.ts";
import { type CloneSource, cloner } from "./cloning.ts";
import { type Comparison, compareClone } from "./comparison.ts";
import { copyClone } from "./copying.ts";
import { CloneError } from "./errors.ts";
import { fileHash, hashOnThread } from "./file-hash.ts";
import { keepAside, removeFolder, sweepLeftovers } from "./folder-removal.ts";
import type { GitSandbox } from "./git-sandbox.ts";
import { homeSecrets } from "./home-secrets.ts";
import { localOrigin } from "./local-origin.ts";
import { withPersonalGit } from "./personal-git.ts";
import { type PushAddress, pushVariables } from "./push-variables.ts";
import { checkRoot, remoteQuestions } from "./remote-questions.ts";
import { agentEnvironment, cloneFolderName, programEnvironment } from "./rules.ts";
import type { SafeReading } from "./safe-git.ts";
import { separateFiles, separationRecord } from "./separate-files.ts";
import type { SettledSource, WantedSource } from "./source-settling.ts";
import { recordStart, startFile } from "./start-record.ts";
import { takeInBorrowed } from "./take-in-borrowed.ts";
import { text } from "./text.ts";

export interface Folders {
  clones: string;
  homes: string;
  scratch: string;
  attachments: string;
  /** Archives of the clones of archived sessions. */
  archivedClones: string;
  /** The temporary folder and home of each session's sandbox. */
  sandboxes: string;
  /** Git folders through which clones are read, each removed after it was used. */
  gitFolders: string;
  /** The temporary folder of each session without a sandbox; absent for the system's. */
  temporary?: string;
}

interface ClonePlace {
  path: string;
  sessionId: number;
  turnId: number;
  signal?: AbortSignal;
  /** Called when a clone begins, and with what git says of it. */
  onProgress?(progress: CloneProgress): void;
  /** Whether what the repository names for itself is fetched as well. */
  trusted?: boolean;
  /** Called with a sentence for each thing that a person should know of the clone. */
  onNote?(sentence: string): void;
  /** Called with why archived work did not fit the new clone, and where it is kept. */
  onLoss?(reason: string): void;
}

export interface WorkspaceSession {
  id: number;
  clonePath: string;
  subdirectory: string | null;
  gitRoot: string;
  trusted: boolean;
  sandbox: SandboxPlan;
}

const sessionFolder = (root: string, sessionId: number): string => join(root, String(sessionId));

const temporaryFolders = ({ sandboxes, temporary }: Folders, sessionId: number): string[] =>
  [sandboxes, ...(temporary === undefined ? [] : [temporary])].map((root) => sessionFolder(root, sessionId));

/** Everything a session has on disk: its clone, CLI home, scratch folder and attachments. */
export interface WorkspaceService {
  /**
   * Where the agent starts; `onNote` is told what of the person's own git does not take part. Throws a CloneError if the
   * subdirectory is missing or leads out of the clone, and a GitRequirementError.
   */
  workspace(
    session: WorkspaceSession,
    turnId: number,
    onNote?: (sentence: string) => void,
  ): Promise<Workspace>;
  home(sessionId: number): string;
  homeSecrets: ReturnType<typeof homeSecrets>;
  scratch(sessionId: number): string;
  attachments(sessionId: number): string;
  /** What is `/tmp` and its home to a session, with a sandbox and without. */
  temporary(sessionId: number): string[];
  /** `<installation>:<session>:<turn>`, which every process of a turn carries; without a part, the prefix that finds all. */
  marker(sessionId?: number, turnId?: number): string;

  newClonePath(source: CloneSource): string;
  hasClone(path: string): Promise<boolean>;
  /** Whether there is a clone that shares no file with another repository, so that `ensureClone` has nothing to do. */
  isCloneReady(place: Pick<ClonePlace, "path" | "sessionId">): Promise<boolean>;
  /**
   * Clones to `place.path` unless a clone is there, and restores what was archived of an earlier clone. A clone that shares
   * files with another repository gets its own. Resolves with whether it cloned. A second call for the same clone waits for the first. Throws a CloneError.
   */
  ensureClone(source: CloneSource, place: ClonePlace): Promise<boolean>;
  /**
   * Archives what the clone has and its remote lacks, then removes the clone. Resolves with false if there is no clone.
   * Throws a CloneError if some of it would be lost; the clone stays then.
   */
  archiveClone(session: { id: number; clonePath: string; branch: string }): Promise<boolean>;
  /** Copies a clone with everything in it. Resolves with `to`. Throws a CloneError, or ENOENT if there is no clone. */
  copyClone(from: string, to: string): Promise<string>;
  removeClone(path: string): Promise<void>;
  /** Compares a clone with where it began. Throws a CloneError. */
  compare<Result>(
    clone: { path: string; branch: string },
    use: (comparison: Comparison) => Promise<Result>,
  ): Promise<Result>;
  /** The remote's branches, cached briefly. Throws a CloneError. */
  branches(gitRoot: string): Promise<{ branches: string[]; default_branch: string | null }>;
  /** Which repository, folder and branch are meant. Throws a CloneError. */
  settle(wanted: WantedSource): Promise<SettledSource>;
  /** The same as far as it is known soon; a clone that needs the rest asks again. */
  settleSoon(wanted: WantedSource): Promise<SettledSource>;
  /** Where what is at `gitRoot` lies: there, or for a repository on this machine at its own remotes. */
  remotes(gitRoot: string): Promise<string[]>;

  /** Removes everything the session has on disk, each folder by rename first, so that no folder is left half removed. */
  remove(session: { id: number; clonePath: string | null }): Promise<void>;
  /**
   * Removes half-made clones, half-removed folders and git folders that an earlier start left. Call it before a clone is
   * read. Resolves with how many there were.
   */
  sweepLeftovers(): Promise<number>;
}

const markersOf =
  (installation: string): WorkspaceService["marker"] =>
  (sessionId, turnId) =>
    [installation, sessionId, turnId].filter((part) => part !== undefined).join(":");

interface WorkspaceDeps {
  folders: Folders;
  environment: Readonly<Record<string, string | undefined>>;
  /** First part of every marker: the data folder's own id. */
  installation: string;
  /** Further environment variables for the agent of a turn that runs. */
  sessionEnvironment(sessionId: number): Record<string, string>;
  sandboxes: Pick<Sandboxes, "room">;
  /** Where git reads clones. */
  gitSandbox: Pick<GitSandbox, "around">;
  /** Why no clone of a repository on this machine may be made or read; null if it may. */
  rootProblem?(gitRoot: string): Promise<string | null>;
  /** What of this machine a session reaches from a network of its own. */
  localWays(sessionId: number): readonly LocalWay[];
  /** Where a session pushes to if its repository is on this machine. */
  pushAddress(sessionId: number): PushAddress;
  /** How long the remote of a clone may send nothing. */
  cloneSilenceMs: number;
  /** Hashes the files of clones. */
  workers?: Pick<WorkerPool, "run">;
  /** What has to hold of git; nothing, without it. */
  requirements?(): { require_signed_commits: boolean; require_submodules: boolean };
}

export function workspaceService(deps: WorkspaceDeps): WorkspaceService {
  const { folders } = deps;

  const marker = markersOf(deps.installation);

  const variablesOf = (sessionId: number, turnId: number): Record<string, string> => ({
    [markerVariable]: marker(sessionId, turnId),
    SIGNALBOX_SESSION_ID: String(sessionId),
    SIGNALBOX_SCRATCH: sessionFolder(folders.scratch, sessionId),
  });

  return {
    marker,

    newClonePath: (source) => join(folders.clones, cloneFolderName(source, randomBytes(6).toString("hex"))),

    ...cloneOperations(deps, {
      environmentFor: (sessionId, turnId) =>
        programEnvironment(deps.environment, variablesOf(sessionId, turnId)),
      marker,
    }),

    async workspace(session, turnId, onNote) {
      const cwd = await insideClone(session.clonePath, session.subdirectory);
      const home = sessionFolder(folders.homes, session.id);
      const scratch = sessionFolder(folders.scratch, session.id);
      await Promise.all([home, scratch].map((path) => mkdir(path, { recursive: true, mode: 0o700 })));
      const repository = { folder: await realpath(session.clonePath), trusted: session.trusted };
      const { gitRoot } = session;
      const origin = await localOrigin(gitRoot);
      const room = deps.sandboxes.room(session.sandbox, {
        folder: sessionFolder(folders.sandboxes, session.id),
        writable: [repository.folder, home, scratch],
        readable: [sessionFolder(folders.attachments, session.id), ...origin],
        trusted: session.trusted,
        ways: deps.localWays(session.id),
      });
      const { sandbox, settings, variables } = await withPersonalGit(deps.environment, room, {
        onNote,
        requireSigned: deps.requirements?.().require_signed_commits === true,
      });
      const temporary = sandbox === null ? await ownTemporary(folders.temporary, session.id) : {};
      const push = { gitRoot, address: deps.pushAddress(session.id) };
      const env = agentEnvironment(deps.environment, {
        ...deps.sessionEnvironment(session.id),
        ...variablesOf(session.id, turnId),
        ...pushVariables(deps.environment, push, settings),
        ...variables,
        ...temporary,
      });
      const originIsReadOnly = origin.length > 0 && sandbox !== null && !sandbox.grants.includes("git");
      return { sessionId: session.id, cwd, repository, home, scratch, env, originIsReadOnly, sandbox };
    },

    home: (sessionId) => sessionFolder(folders.homes, sessionId),
    homeSecrets: homeSecrets(folders.homes),
    scratch: (sessionId) => sessionFolder(folders.scratch, sessionId),
    attachments: (sessionId) => sessionFolder(folders.attachments, sessionId),
    temporary: (sessionId) => temporaryFolders(folders, sessionId),

    async remove(session) {
      const { clones: _clones, gitFolders: _gitFolders, ...perSession } = folders;
      const own = Object.values(perSession).map((root) => sessionFolder(root, session.id));
      if (session.clonePath !== null && isOwnClone(session.clonePath, folders))
        own.push(...placesOf(session.clonePath));
      for (const path of own) await removeFolder(path);
    },

    sweepLeftovers: () => sweepLeftovers(folders),

    ...remoteQuestions(deps),
  };
}

/** Makes, archives, copies and compares clones. */
function cloneOperations(
  deps: Pick<
    WorkspaceDeps,
    "folders" | "environment" | "gitSandbox" | "cloneSilenceMs" | "rootProblem" | "workers" | "requirements"
  >,
  {
    environmentFor,
    marker,
  }: {
    environmentFor(sessionId: number, turnId: number): Record<string, string>;
    marker: WorkspaceService["marker"];
  },
): Pick<
  WorkspaceService,
  "hasClone" | "isCloneReady" | "ensureClone" | "archiveClone" | "copyClone" | "removeClone" | "compare"
> {
  const { folders } = deps;
  const ensure = cloner();
  const hash = deps.workers && fileHash(hashOnThread(deps.workers));
  const separation = (sessionId: number) => separationRecord(sessionFolder(folders.sandboxes, sessionId));
  const hasClone = (path: string): Promise<boolean> => exists(join(path, ".git"));
  const reading = (): SafeReading => ({
    gitFolders: folders.gitFolders,
    environment: programEnvironment(deps.environment, {}),
    sandbox: deps.gitSandbox,
  });

  return {
    hasClone,

    isCloneReady: async ({ path, sessionId }) =>
      (await hasClone(path)) && (await separation(sessionId).has(path)),

    async ensureClone(source, place) {
      await checkRoot(deps, source.gitRoot);
      const { sessionId, signal } = place;
      const environment = environmentFor(sessionId, place.turnId);
      const archived = sessionFolder(folders.archivedClones, sessionId);
      const finish = async (clone: string): Promise<void> => {
        if (!(await isCloneArchived(archived))) return;
        const reason = await restore({ clone, cloned: source.branch, environment, signal }, archived);
        if (reason === null) return;
        const left = await keepAside(archived, sessionFolder(folders.scratch, sessionId));
        place.onLoss?.(text.keptIn(reason, left));
      };
      // git does not end its helpers for a transport when it is stopped.
      const endLeftovers = async (): Promise<void> => {
        await endAgentProcesses({ markerPrefix: marker(sessionId, place.turnId), graceMs: 500 });
      };
      const { cloneSilenceMs: silenceMs } = deps;
      const wasArchived = await isCloneArchived(archived);
      // What was archived brings along those that it had.
      const requireSubmodules = !wasArchived && deps.requirements?.().require_submodules === true;
      const how = { environment, silenceMs, endLeftovers, finish, requireSubmodules };
      const cloned = await ensure(source, { ...place, ...how });
      await removeFolder(archived);
      const { path, onProgress } = place;
      if (cloned) await recordStart(path, { keep: wasArchived });
      const record = separation(sessionId);
      if (await record.has(path)) return cloned;
      const onPercent = (percent: number): void => onProgress?.({ step: "separating", percent });
      if (!cloned) await separate({ path, gitRoot: source.gitRoot, onPercent }, { ...reading(), signal });
      await record.note(path);
      return cloned;
    },

    async archiveClone(session) {
      const { id, clonePath: clone, branch: cloned } = session;
      if (!(await exists(join(clone, ".git")))) return false;
      const run = { clone, cloned, ...reading() };
      await archiveClone(run, sessionFolder(folders.archivedClones, id));
      if (isOwnClone(clone, folders)) await removeFolder(clone);
      return true;
    },

    async copyClone(from, to) {
      await copyClone(from, to);
      return to;
    },

    async removeClone(path) {
      if (isOwnClone(path, folders)) for (const each of placesOf(path)) await removeFolder(each);
    },

    compare: (clone, use) => compareClone({ ...clone, ...reading(), hash }, use),
  };
}

/** Gives a clone of an earlier version files and objects of its own. */
async function separate(
  clone: { path: string; gitRoot: string; onPercent(percent: number): void },
  run: Parameters<typeof takeInBorrowed>[1],
): Promise<void> {
  await separateFiles(clone.path, { signal: run.signal, onPercent: clone.onPercent });
  await takeInBorrowed(clone, run);
}

/** A clone with what is beside it: its draft, and the note of where it began. */
const placesOf = (clone: string): string[] => [clone, `${clone}.part`, startFile(clone)];

/** Whether a path is that of a clone in this data folder. What a row of a restored backup names instead is never removed. */
const isOwnClone = (path: string, { clones }: Pick<Folders, "clones">): boolean =>
  dirname(resolve(path)) === resolve(clones);

/** Why the archived work does not fit the new clone; null once it is restored. */
async function restore(run: Parameters<typeof restoreClone>[0], archived: string): Promise<string | null> {
  try {
    await restoreClone(run, archived);
    return null;
  } catch (error) {
    if (error instanceof CloneError && run.signal?.aborted !== true) return error.message;
    throw error;
  }
}

async function insideClone(clonePath: string, subdirectory: string | null): Promise<string> {
  const root = await realpath(clonePath);
  if (subdirectory === null) return root;
  const inside = await realpath(join(root, subdirectory)).catch(unlessPassing(null));
  const fits =
    inside !== null &&
    (inside === root || inside.startsWith(root + sep)) &&
    (await stat(inside)).isDirectory();
  if (fits) return inside;
  throw new CloneError(text.noFolder(subdirectory), { transient: false });
}

/** Never the folder of its sandbox, where an agent with less access may have left what programs run. */
async function ownTemporary(root: string | undefined, sessionId: number): Promise<Record<string, string>> {
  if (root === undefined) return {};
  const folder = sessionFolder(root, sessionId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return temporaryIn(folder);
}
