import type { remoteBranches } from "./cloning.ts";

type Branches = Awaited<ReturnType<typeof remoteBranches>>;

/** Long enough for a form that is opened twice, short enough to show a branch that was just pushed. */
const maxAgeMs = 20_000;
const maxEntries = 50;

/** Caches a remote's branches briefly and shares pending requests. Failures are not cached. */
export function cachedBranches(ask: (gitRoot: string) => Promise<Branches>, now = () => performance.now()) {
  const cache = new Map<string, { at: number; answer: Promise<Branches> }>();

  return (gitRoot: string): Promise<Branches> => {
    const cached = cache.get(gitRoot);
    if (cached && now() - cached.at < maxAgeMs) return cached.answer;
    const entry = { at: now(), answer: ask(gitRoot) };
    cache.delete(gitRoot);
    cache.set(gitRoot, entry);
    for (const oldest of cache.keys()) if (cache.size > maxEntries) cache.delete(oldest);
    entry.answer.catch(() => {
      if (cache.get(gitRoot) === entry) cache.delete(gitRoot);
    });
    return entry.answer;
  };
}
