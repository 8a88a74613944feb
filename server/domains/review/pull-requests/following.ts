import { RateLimited } from "../../../lib/github/index.ts";
import { isWaiting } from "../../../lib/waiting.ts";
import type { GitHub } from "./github.ts";
import { isOneOf, type PullRequestLink, type Repository, repositoryName } from "./link-rules.ts";
import type { CloneOrigins } from "./origins.ts";
import type { PullRequestDeps } from "./ports.ts";
import type { KnownRepository } from "./repository-reader.ts";
import type { PullRequestStore, UndecidedRow } from "./store.ts";
import { text } from "./text.ts";

/** What GitHub said of a repository is asked for again after this. */
const knownMs = 3_600_000;
const mostKnown = 500;
/** After a failure, GitHub is asked again after this. */
const retryMs = 5 * 60_000;

/** By the session's own repositories alone; null if only GitHub can say, which knows new names and forks. */
export function decideFollowing(link: Repository, own: readonly Repository[]): boolean | null {
  if (isOneOf(link, own)) return true;
  return own.length === 0 ? false : null;
}

/**
 * Decides which of the recorded pull requests are read and told: those of the repositories that the session was cloned
 * from, by their present names too, and those that a fork among them opened in the repository it was forked from. GitHub is
 * asked about no other repository, since an agent may name any.
 */
export function followDecisions(
  deps: Pick<PullRequestDeps, "database" | "clock" | "sessions" | "sessionLog" | "github" | "changed">,
  { store, origins }: { store: PullRequestStore; origins: CloneOrigins },
) {
  const { database, clock, sessions, sessionLog } = deps;
  const factsOf = repositoryFacts(deps.clock);
  let retryAt = 0;

  async function ask(github: GitHub, { link, own }: Question, signal: AbortSignal): Promise<boolean> {
    const known: KnownRepository[] = [];
    for (const one of own) known.push(...(await factsOf(github, one, signal)));
    const names = [...own, ...known.map(({ name }) => name)];
    if (isOneOf(link, names)) return true;
    if (!known.some(({ parent }) => parent !== null && isOneOf(link, [parent]))) return false;
    const head = await github.headRepository(link, signal);
    return head !== null && isOneOf(head, names);
  }

  function decide(row: UndecidedRow, followed: boolean): void {
    const { sessionId, url } = row;
    store.updateHolding({ sessionId, pullRequestId: row.id }, { followed });
    if (!followed) sessionLog.note(sessionId, "info", text.keptAsLink(url));
    sessionLog.changed(sessionId);
    deps.changed(sessionId);
  }

  async function answer(github: GitHub, row: UndecidedRow, signal: AbortSignal): Promise<void> {
    const session = sessions.byId(row.sessionId);
    if (!session) return;
    const own = await origins.of(session);
    const followed = decideFollowing(row, own) ?? (await ask(github, { link: row, own }, signal));
    database.transaction(() => decide(row, followed));
  }

  return {
    /** Decides all that is undecided. Throws RateLimited once the rate limit is exceeded. */
    async decideAll(github: GitHub, signal: AbortSignal): Promise<void> {
      if (isWaiting(retryAt, clock.now())) return;
      for (const row of store.undecided()) {
        try {
          await answer(github, row, signal);
        } catch (error) {
          if (signal.aborted || error instanceof RateLimited) throw error;
          retryAt = clock.now() + retryMs;
        }
      }
    },

    /** When something is to be decided; null if nothing is. */
    dueAt(): number | null {
      if (store.undecided().length === 0) return null;
      return isWaiting(retryAt, clock.now()) ? retryAt : clock.now();
    },
  };
}

interface Question {
  link: PullRequestLink;
  own: readonly Repository[];
}

/** What GitHub says of repositories that sessions were cloned from; none if it does not show one. */
function repositoryFacts({ now }: PullRequestDeps["clock"]) {
  const known = new Map<string, { facts: KnownRepository[]; until: number }>();

  return async function factsOf(
    github: GitHub,
    repository: Repository,
    signal: AbortSignal,
  ): Promise<readonly KnownRepository[]> {
    const key = repositoryName(repository).toLowerCase();
    const held = known.get(key);
    if (held && held.until > now()) return held.facts;
    const found = await github.repository(repository, signal);
    const facts = found === null ? [] : [found];
    if (known.size >= mostKnown) known.clear();
    known.set(key, { facts, until: now() + knownMs });
    return facts;
  };
}
