export interface History {
  /** Tips that were fetched, the newest of each branch first. */
  fetched: string[];
  /** Commits that were made in this clone. */
  own: string[];
  /** Remotes' branches of which git noted anything. */
  noted: ReadonlySet<string>;
}

interface Entry {
  hash: string;
  message: string;
}

const entryPattern = /^[0-9a-f]{40,64} ([0-9a-f]{40,64}) [^\t]*\t?(.*)$/gm;

/** Newest first. */
const entriesOf = (log: string): Entry[] =>
  [...log.matchAll(entryPattern)].map(([, hash = "", message = ""]) => ({ hash, message })).toReversed();

const isFetch = /^(?:fetch|pull|clone|remote)\b/;
const isPush = "update by push";

/** What was fetched of one remote's branch, by its reflog. What was also pushed from here is not foreign. */
export function fetchedFrom(ref: string, log: string): { ref: string; fetched: string[] } {
  const entries = entriesOf(log);
  const pushed = new Set(entries.filter(({ message }) => message === isPush).map(({ hash }) => hash));
  const fetched = entries.filter(({ hash, message }) => isFetch.test(message) && !pushed.has(hash));
  return { ref, fetched: fetched.map(({ hash }) => hash) };
}

const isMade =
  /^(?:commit|revert|cherry-pick|am)\b|\((?:pick|reword|edit|squash|fixup|continue)\)|: Merge made\b/;

/** The commits that were made here, by the reflog of HEAD. */
export const ownFrom = (log: string): string[] => [
  ...new Set(
    entriesOf(log)
      .filter(({ message }) => isMade.test(message))
      .map(({ hash }) => hash),
  ),
];

const lastFetchPattern = /^([0-9a-f]{40,64})\t/gm;
const mostTips = 60;

/** `lastFetch` is git's FETCH_HEAD, which also has what was fetched by an address alone. */
export function mergedHistory(
  remotes: readonly { ref: string; fetched: readonly string[] }[],
  { own, lastFetch }: { own: string[]; lastFetch: string },
): History {
  const here = new Set(own);
  const last = [...lastFetch.matchAll(lastFetchPattern)].map(([, hash = ""]) => hash);
  const fetched = [...remotes.flatMap((remote) => remote.fetched), ...last].filter((hash) => !here.has(hash));
  return {
    fetched: [...new Set(fetched)].slice(0, mostTips),
    own,
    noted: new Set(remotes.map(({ ref }) => ref)),
  };
}
