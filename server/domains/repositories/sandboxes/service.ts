import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { invalid } from "../../../lib/errors.ts";
import { listeners } from "../../../lib/listeners.ts";
import {
  decideLevel,
  levelMeaning,
  looserLevel,
  resolveFolders,
  type Sandboxes,
  type SandboxLevel,
  type SandboxPlan,
  sandboxLevels,
  strictest,
} from "../../../lib/sandbox/index.ts";
import { repositoryAddress } from "../trust/index.ts";
import { sandboxRefusal } from "./errors.ts";
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

  function find(gitRoot: string | null): StoredSandbox | undefined {
    stored ??= new Map(store.all().map((row) => [row.address, row]));
    return gitRoot === null || stored.size === 0 ? undefined : stored.get(repositoryAddress(gitRoot));
  }

  function inForce({ gitRoot, sandbox }: Wishing): SessionSandbox {
    const { level: service, isChosen } = sandboxes.status();
    const repository = find(gitRoot)?.level ?? null;
    const decided = decideLevel({ service, isChosen, repository, session: sandbox });
    return { ...decided, repository, wished: sandbox };
  }

  return {
    inForce,

    current() {
      const { level, isChosen: chosen, reason, cure } = sandboxes.status();
      return {
        level,
        chosen,
        reason,
        cure,
        levels: sandboxLevels.map((one) => ({ level: one, meaning: levelMeaning[one] })),
        grants: [...sandboxes.grants],
        repositories: store.all().map(view),
      };
    },

    plan(session) {
      const { read = [], write = [], grants = null } = find(session.gitRoot) ?? {};
      return { level: inForce(session).level, read, write, grants };
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
      const [read, write] = await Promise.all(
        [change.sandbox_read, change.sandbox_write].map((folders) => resolveFolders(folders, deps)),
      );
      const problems = [...(read?.problems ?? []), ...(write?.problems ?? [])];
      if (problems.length > 0) throw invalid(problems, "Invalid folders");
      const address = repositoryAddress(change.git_root);
      const row = { address, level, read: read?.folders ?? [], write: write?.folders ?? [], grants };
      deps.database.transaction(() => {
        if (isPlain(row)) store.remove(address);
        else {
          const changedBy = actor.person?.name ?? deps.ownerName();
          store.save({ ...row, changedAt: deps.clock.now(), changedBy });
        }
        stored = null;
        changes.notify(address);
      });
      return view(row);
    },

    onChange: changes.add,
  };
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
