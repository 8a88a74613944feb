import type { Clock } from "../../../lib/clock.ts";
import type { CodeHost } from "./github.ts";
import type { Item } from "./items.ts";
import type { SearchScope } from "./search-scopes.ts";

const hiddenMs = 3_600_000;
/** How often the host is asked for new names because a search shows a repository that no condition names. */
const lookUpMs = 10 * 60_000;

/**
 * What the host calls the repositories of conditions. Some it does not show to the token, which are asked for again after a
 * while; some were renamed, and are read by their new names for the conditions that have the old ones.
 */
export function repositoryNames({ host, clock }: { host: Pick<CodeHost, "nameOf">; clock: Clock }) {
  const hiddenUntil = new Map<string, number>();
  /** The new names, by the old ones in lower case. */
  const renamed = new Map<string, string>();
  /** Another set only after a change, which says that what is to be read changed. */
  let hiddenNames: ReadonlySet<string> = new Set();
  let lookedUpAt: number | null = null;

  const nameNow = (repository: string): string => renamed.get(repository.toLowerCase()) ?? repository;

  /** After a search that was refused: whether that is because of some of these. */
  async function lookUp(repositories: readonly string[], signal: AbortSignal): Promise<boolean> {
    let isFound = false;
    for (const repository of repositories) {
      const name = await host.nameOf(repository, signal);
      if (name?.toLowerCase() === nameNow(repository).toLowerCase()) continue;
      isFound = true;
      if (name === null) hiddenUntil.set(repository.toLowerCase(), clock.now() + hiddenMs);
      else renamed.set(repository.toLowerCase(), name);
    }
    return isFound;
  }

  /** The item for each name that the conditions have for its repository. */
  function named({ repositories }: SearchScope, item: Item): Item[] {
    const shown = item.repository.toLowerCase();
    return repositories
      .filter((name) => nameNow(name).toLowerCase() === shown)
      .map((name) => (name.toLowerCase() === shown ? item : { ...item, repository: name }));
  }

  /** A search may follow a new name by itself. */
  async function learn(scope: SearchScope, items: readonly Item[], signal: AbortSignal): Promise<void> {
    const isRecent = lookedUpAt !== null && Math.abs(clock.now() - lookedUpAt) < lookUpMs;
    if (isRecent || items.every((item) => named(scope, item).length > 0)) return;
    lookedUpAt = clock.now();
    await lookUp(scope.repositories, signal);
  }

  return {
    nameNow,
    lookUp,

    async asNamed(scope: SearchScope, items: readonly Item[], signal: AbortSignal): Promise<Item[]> {
      await learn(scope, items, signal);
      return items.flatMap((item) => named(scope, item));
    },

    hidden(): ReadonlySet<string> {
      for (const [repository, until] of hiddenUntil) if (until <= clock.now()) hiddenUntil.delete(repository);
      const same =
        hiddenNames.size === hiddenUntil.size &&
        [...hiddenUntil.keys()].every((name) => hiddenNames.has(name));
      if (!same) hiddenNames = new Set(hiddenUntil.keys());
      return hiddenNames;
    },
  };
}
