import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { invalid } from "../../../lib/errors.ts";
import { listeners } from "../../../lib/listeners.ts";
import {
  decideLevel,
  levelMeaning,
  looserLevel,
  pinsOf,
  resolveFolders,
  type Sandboxes,
  type SandboxLevel,
  type SandboxPlan,
  sandboxLevels,
  strictest,
} from "../../../lib/sandbox/index.ts";
import { repositoryAddress } from "../trust/index.ts";
import { sandboxRefusal } from "./errors.ts";
import { localRoots } from "./local-roots.ts";
import type { RepositorySandbox, RepositorySandboxChange, SandboxesAnswer, SessionSandbox } from "./model.ts";
import { readGrants, readLevel, type Widening, wideningOf } from "./rules.ts";
import { type StoredSandbox, sandboxStore } from "./store.ts";

/** The part of a session that decides on its sandbox. */
interface Wishing {
  gitRoot: string | null;
  sandbox: SandboxLevel | null;
}

/** What the agents of each repository and session can reach. Everything that is read counts from the next turn. */
export interface RepositorySandboxService {
  current(): SandboxesAnswer;
  /** What is in force for a session, and why. */
  inForce(session: Wishing): SessionSandbox;
  plan(session: Wishing): SandboxPlan;
  /** Folders that agents of any repository can write to. */
  agentFolders(): string[];
  /** Notes what the folders are that an earlier version was given. Call it once, before the first turn. */
  begin(): Promise<void>;
  /** Why agents cannot work in clones of a repository on this machine, as far as its path says; null if they can. */
  rootProblem(gitRoot: string): string | null;
  /** The same, wherever links lead. */
  rootProblemOnDisk(gitRoot: string): Promise<string | null>;
  /** What a session and its repository ask for: the least that the sessions it starts get. */
  asked(session: Wishing): SandboxLevel | null;
  /** What a change would give away; null if nothing. */
  widening(change: RepositorySandboxChange): Widening | null;
  /** The level in force for a session with another wish if it is looser than now, otherwise null. */
  looser(session: Wishing, wish: SandboxLevel | null): SandboxLevel | null;
  /** Throws 422 naming what is wrong, 403 for anyone but a person at the board. */
  save(change: RepositorySandboxChange, actor: Actor): Promise<RepositorySandbox>;
  /** Calls `listener` with each address whose sandbox a person changed, inside the transaction. */
  onChange(listener: (address: string) => void): void;
}

export function repositorySandboxService(deps: {
  database: Pick<Database, "db" | "transaction">;
  clock: Clock;
  sandboxes: Pick<Sandboxes, "status" | "grants">;
  dataFolder: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Who decides at a board that nobody signs in to. */
  ownerName(): string;
}): RepositorySandboxService {
  const { sandboxes } = deps;
  const store = sandboxStore(deps.database);
  const changes = listeners<string>();
  /** Asked for each session of a list, so it stays in memory. */
  let stored: ReadonlyMap<string, StoredSandbox> | null = null;

  function known(): ReadonlyMap<string, StoredSandbox> {
    stored ??= new Map(store.all().map((row) => [row.address, row]));
    return stored;
  }

  const find = (gitRoot: string | null): StoredSandbox | undefined =>
    gitRoot === null || known().size === 0 ? undefined : known().get(repositoryAddress(gitRoot));

  function inForce({ gitRoot, sandbox }: Wishing): SessionSandbox {
    const { level: service, isChosen } = sandboxes.status();
    const repository = find(gitRoot)?.level ?? null;
    const decided = decideLevel({ service, isChosen, repository, session: sandbox });
    return { ...decided, repository, wished: sandbox };
  }

  const allWritten = (): string[] => [...known().values()].flatMap(({ write }) => write);
  const roots = localRoots({ dataFolder: deps.dataFolder, written: allWritten });

  return {
    inForce,
    agentFolders: allWritten,

    async begin() {
      for (const row of known().values())
        if (row.pins === null) store.pin(row.address, await pinsOf([...row.read, ...row.write]));
      stored = null;
    },

    rootProblem: (gitRoot) => roots.problem(gitRoot),
    rootProblemOnDisk: roots.problemOnDisk,

    current: () => answerOf(sandboxes, store.all()),

    plan(session) {
      const { read = [], write = [], grants = null, pins = null } = find(session.gitRoot) ?? {};
      const { level } = inForce(session);
      return { level, read, write, grants, agentFolders: allWritten(), pins: pins ?? {} };
    },

    asked: ({ gitRoot, sandbox }) => strictest(find(gitRoot)?.level ?? null, sandbox),

    widening(change) {
      const none = { level: null, read: [], write: [], grants: null };
      const level = readLevel(change.sandbox);
      const { sandbox_read: read, sandbox_write: write, sandbox_grants: grants } = change;
      const [before, after] = [find(change.git_root) ?? none, { level, read, write, grants }];
      return wideningOf({ before, after }, { level: sandboxes.status().level, grants: sandboxes.grants });
    },

    looser(session, wish) {
      const service = inForce({ ...session, sandbox: null }).level;
      return looserLevel(session.sandbox, { after: wish, service });
    },

    async save(change, actor) {
      if (actor.kind !== "board") throw sandboxRefusal("not_a_person");
      const level = readLevel(change.sandbox);
      const grants = readGrants(change.sandbox_grants, sandboxes.grants);
      const address = repositoryAddress(change.git_root);
      const others = [...known().values()].filter((row) => row.address !== address);
      const given = await readFolders(change, deps, (write) =>
        roots.problem(change.git_root, [...others.flatMap((row) => row.write), ...write]),
      );
      const row = { address, level, ...given, grants };
      const changedBy = actor.person?.name ?? deps.ownerName();
      deps.database.transaction(() => {
        if (isPlain(row)) store.remove(address);
        else store.save({ ...row, changedAt: deps.clock.now(), changedBy });
        stored = null;
        changes.notify(address);
      });
      return view(row);
    },

    onChange: changes.add,
  };
}

function answerOf(
  sandboxes: Pick<Sandboxes, "status" | "grants">,
  rows: readonly StoredSandbox[],
): SandboxesAnswer {
  const { level, isChosen: chosen, reason, cure } = sandboxes.status();
  return {
    level,
    chosen,
    reason,
    cure,
    levels: sandboxLevels.map((one) => ({ level: one, meaning: levelMeaning[one] })),
    grants: [...sandboxes.grants],
    repositories: rows.map(view),
  };
}

/** The folders that a change gives, with what tells them from others. Throws 422 naming what is wrong. */
async function readFolders(
  change: Pick<RepositorySandboxChange, "sandbox_read" | "sandbox_write">,
  machine: Parameters<typeof resolveFolders>[1],
  problemOf: (write: readonly string[]) => string | null,
): Promise<Pick<StoredSandbox, "read" | "write"> & { pins: Record<string, string> }> {
  const [read, write] = await Promise.all([
    resolveFolders(change.sandbox_read, machine),
    resolveFolders(change.sandbox_write, machine),
  ]);
  const folders = [...read.folders, ...write.folders];
  const problems = [...read.problems, ...write.problems];
  const rootProblem = folders.length === 0 ? null : problemOf(write.folders);
  if (rootProblem !== null) problems.push(rootProblem);
  if (problems.length > 0) throw invalid(problems, "Invalid folders");
  return { read: read.folders, write: write.folders, pins: await pinsOf(folders) };
}

const view = ({ address, level, read, write, grants }: StoredSandbox): RepositorySandbox => ({
  address,
  sandbox: level,
  sandbox_read: read,
  sandbox_write: write,
  sandbox_grants: grants,
});

/** Nothing else than without a row. */
const isPlain = ({ level, read, write, grants }: StoredSandbox): boolean =>
  level === null && read.length === 0 && write.length === 0 && grants === null;
