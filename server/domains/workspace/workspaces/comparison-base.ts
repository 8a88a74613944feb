import { unlessPassing } from "../../../lib/passing-fault.ts";
import { hashPattern } from "./copied-refs.ts";
import { remoteHistory } from "./remote-history.ts";
import { committer, recordReader, type SafeGit } from "./safe-git.ts";

export interface Base {
  /** The commit that the session's own work began at, last; the empty tree if there is none. */
  commit: string;
  /** What to compare the files with: the commit, or a tree with all that was merged in from several places. */
  tree: string;
  /** What leads to all commits that are not the session's own. */
  foreign: string[];
}

export interface Beginning {
  /** The branch that was cloned; null for a repository that the session did not start with. */
  cloned: string | null;
  /** The commit that it started from; null if the service does not know. */
  start: string | null;
}

/**
 * What to compare with, so that only the session's own work differs: where it started, or what it has merged or rebased onto
 * since, of whatever remote. If all that it made is also on a remote (it pushed), where it started.
 */
export async function baseOf(safe: SafeGit, { cloned, start: given }: Beginning): Promise<Base> {
  const { head } = safe;
  const known = await knownCommits(safe, { cloned, start: given });
  const { start, own } = known;
  const foreign = await withoutOwn(safe, { tips: known.tips, start, own });
  const at = (commit: string, believed = foreign): Base => ({ commit, tree: commit, foreign: believed });
  if (head.commit === null) return at(start ?? safe.empty.tree);

  // What is checked out may as well be at a remote because it was pushed.
  const doubtful = known.doubtful.filter((tip) => !foreign.includes(tip));
  for (const believed of doubtful.length === 0 ? [foreign] : [[...foreign, ...doubtful], foreign]) {
    const found = await ownCommits(safe, head.commit, believed);
    const isSure = found.count > 0 && (found.bounds.length > 0 || believed === foreign);
    if (isSure) return { ...(await meetingPoint(safe, found.bounds, start)), foreign: believed };
    if (start === null && found.count === 0) return at(head.commit, believed);
  }
  const isOnBranch = cloned !== null && head.branch === `refs/heads/${cloned}`;
  const isMovedBack = isOnBranch && start !== null && (await isOlder(safe, head.commit, start));
  return at(isMovedBack ? start : head.commit);
}

interface KnownCommits {
  start: string | null;
  /** What came from elsewhere for certain. */
  tips: string[];
  /** Remotes' branches of which git did not note how they came to be there, as of one that came with the clone. */
  doubtful: string[];
  own: readonly string[];
}

async function knownCommits(safe: SafeGit, { cloned, start: given }: Beginning): Promise<KnownCommits> {
  const history = await remoteHistory(safe);
  const unnoted = [...safe.refs]
    .filter(([ref]) => isTip(ref, cloned) && !history.noted.has(ref))
    .map(([, tip]) => tip);
  const known = await commitsAmong(safe, [given ?? "", ...history.fetched, ...unnoted]);
  const start = given !== null && known.has(given) ? given : null;
  return {
    start,
    tips: [...(start === null ? [] : [start]), ...history.fetched.filter((tip) => known.has(tip))],
    doubtful: unnoted.filter((tip) => known.has(tip)),
    own: history.own,
  };
}

const isTip = (ref: string, branch: string | null): boolean =>
  ref.startsWith("refs/remotes/") && (branch === null || ref.endsWith(`/${branch}`));

/** Those that are commits in this repository. */
async function commitsAmong({ run }: SafeGit, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(hashes)].filter((hash) => hashPattern.test(hash));
  if (asked.length === 0) return new Set();
  const said = await run(["cat-file", "--batch-check"], { input: `${asked.join("\n")}\n` });
  return new Set([...said.matchAll(/^([0-9a-f]+) commit /gm)].map(([, hash = ""]) => hash));
}

/** At most so many commits of what was fetched are searched for those that were made here. */
const mostSearched = 20_000;

/** Tips that have no commit that was made here: others have it because it was pushed or merged there. */
async function withoutOwn(
  { run }: SafeGit,
  { tips, start, own }: { tips: string[]; start: string | null; own: readonly string[] },
): Promise<string[]> {
  const here = new Set(own);
  const hasOwn = async (from: readonly string[]): Promise<boolean> => {
    const beyond = start === null ? [] : ["--not", start];
    const listed = await run(["rev-list", `--max-count=${mostSearched}`, ...from, ...beyond]);
    return listed.split("\n").some((hash) => here.has(hash));
  };
  if (here.size === 0 || tips.length === 0 || !(await hasOwn(tips))) return tips;
  const kept: string[] = [];
  for (const tip of tips) if (!(await hasOwn([tip]))) kept.push(tip);
  return kept;
}

interface OwnCommits {
  count: number;
  /** The commits of others that they follow directly. */
  bounds: string[];
}

async function ownCommits(
  { stream }: SafeGit,
  head: string,
  foreign: readonly string[],
): Promise<OwnCommits> {
  const found: OwnCommits = { count: 0, bounds: [] };
  const count = (line: string): boolean => {
    if (line.startsWith("-")) found.bounds.push(line.slice(1));
    else found.count += 1;
    return true;
  };
  await stream(["rev-list", "--boundary", head, "--not", ...foreign], recordReader(count, "\n"));
  return found;
}

const isOlder = async ({ run }: SafeGit, one: string, other: string): Promise<boolean> =>
  one !== other &&
  (await run(["merge-base", "--is-ancestor", one, other]).then(
    () => true,
    () => false,
  ));

/** More are not brought together. */
const mostBounds = 20;

/** Where the commits of others come together that the session's own ones follow. */
async function meetingPoint(
  safe: SafeGit,
  bounds: readonly string[],
  start: string | null,
): Promise<Pick<Base, "commit" | "tree">> {
  const first = bounds[0] ?? start ?? safe.empty.tree;
  if (bounds.length < 2) return { commit: first, tree: first };
  const said = await safe.run(["merge-base", "--independent", ...bounds.slice(0, mostBounds)]);
  const newest = said.trim().split("\n");
  let commit = newest[0] ?? first;
  if (start !== null) {
    for (const one of newest.toReversed())
      if (one === start || (await isOlder(safe, start, one))) commit = one;
  }
  const others = newest.filter((one) => one !== commit);
  return { commit, tree: await mergedTree(safe, commit, others).catch(unlessPassing(commit)) };
}

/** As git merges them by itself; throws if it cannot. Only our git folder is written. */
async function mergedTree({ run }: SafeGit, commit: string, others: readonly string[]): Promise<string> {
  let merged = commit;
  for (const other of others) {
    const tree = (await run(["merge-tree", "--write-tree", merged, other])).trim();
    const parents = ["-p", merged, "-p", other];
    merged = (
      await run(["commit-tree", "--no-gpg-sign", ...parents, "-m", "Merged", tree], {
        environment: committer,
      })
    ).trim();
  }
  return merged;
}
