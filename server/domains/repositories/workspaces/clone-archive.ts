import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { CloneError } from "./errors.ts";
import { git } from "./git.ts";

/** What is put away of a clone: where it stood, with a bundle beside it of the commits that the remote lacks. */
interface ArchivedClone {
  head: string;
  /** The branch that was checked out; null when none was. */
  branch: string | null;
  /** Branches, tags and refs of ours, by name. */
  refs: Record<string, string>;
  /** Stashes, the newest first. */
  stashes: { commit: string; message: string }[];
  hasBundle: boolean;
}

interface Run {
  clone: string;
  /** The branch it was cloned at: a fresh clone has at least that. */
  cloned: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

const recordName = "clone.json";
const bundleName = "work.bundle";
/** The files as they lay there, and what was staged of them. */
const filesRef = "refs/signalbox/files";
const stagedRef = "refs/signalbox/staged";
const timeoutMs = 120_000;

/** Half-done merges and the like, which a bundle does not carry. */
const halfDone = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
  "rebase-merge",
  "rebase-apply",
];

/**
 * Writes what a clone has and its remote lacks into `folder`: commits of every branch, stashes, staged and unstaged
 * work, new files. Files that git ignores are not kept. Throws a CloneError when anything of it is in doubt; the
 * clone is not touched but for two refs of ours.
 */
export async function archiveClone(run: Run, folder: string): Promise<void> {
  const ask = asker(run);
  await refuseDoubts(run.clone, ask);
  const head = await ask(["rev-parse", "HEAD"]);
  const branch = await ask(["symbolic-ref", "--quiet", "--short", "HEAD"]).catch(() => null);
  await keepFiles(ask);
  const stashes = await keepStashes(ask);
  const refs = await ownRefs(ask);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hasBundle = await writeBundle(ask, { path: join(folder, bundleName), refs, cloned: run.cloned });
  const record: ArchivedClone = { head, branch, refs, stashes, hasBundle };
  await writeFile(join(folder, `${recordName}.part`), JSON.stringify(record), { mode: 0o600 });
  await rename(join(folder, `${recordName}.part`), join(folder, recordName));
}

/** True when something was put away there. */
export const isCloneArchived = (folder: string): Promise<boolean> => exists(join(folder, recordName));

/**
 * Brings a fresh clone to where the one stood that was put away in `folder`. Throws a CloneError and leaves the
 * clone as it was made when that cannot be done; what was put away stays.
 */
export async function restoreClone(run: Run, folder: string): Promise<void> {
  const ask = asker(run);
  const archived = JSON.parse(await readFile(join(folder, recordName), "utf8")) as ArchivedClone;
  const pristine = await ask(["rev-parse", "HEAD"]);
  try {
    if (archived.hasBundle) await ask(["bundle", "unbundle", join(folder, bundleName)]);
    for (const [name, commit] of Object.entries(archived.refs)) await ask(["update-ref", name, commit]);
    for (const { commit, message } of archived.stashes.toReversed()) {
      await ask(["stash", "store", "--quiet", "--message", message, commit]);
    }
    const { branch, head } = archived;
    await ask(["checkout", "--quiet", "--force", ...(branch === null ? ["--detach"] : ["-B", branch]), head]);
    if (archived.refs[filesRef] === undefined) return;
    await ask(["read-tree", "--reset", "-u", filesRef]);
    await ask(["read-tree", stagedRef]);
  } catch (error) {
    await ask(["checkout", "--quiet", "--force", "--detach", pristine]).catch(() => undefined);
    throw error;
  }
}

type Ask = (args: readonly string[], environment?: Readonly<Record<string, string>>) => Promise<string>;

function asker({ clone, environment, signal }: Run): Ask {
  return async (args, more = {}) => {
    const run = { cwd: clone, environment: { ...environment, ...more }, signal, timeoutMs };
    return (await git(["-c", "core.hooksPath=/dev/null", ...args], run)).trim();
  };
}

const doubt = (what: string): CloneError => new CloneError(what, { transient: false });

async function refuseDoubts(clone: string, ask: Ask): Promise<void> {
  const names = await readdir(join(clone, ".git"));
  const left = halfDone.find((name) => names.includes(name));
  if (left !== undefined) throw doubt(`something is half done in it (${left})`);
  const unmerged = await ask(["ls-files", "--unmerged"]);
  if (unmerged !== "") throw doubt("it has conflicts that are not resolved");
  const modules = await ask(["ls-files", "--stage"]);
  if (/^160000 /m.test(modules)) throw doubt("it holds repositories of their own");
}

/** Commits the folder and the index as they are, under refs of ours, where they differ from HEAD. */
async function keepFiles(ask: Ask): Promise<void> {
  const clean = (await ask(["status", "--porcelain", "--untracked-files=all"])) === "";
  for (const ref of [filesRef, stagedRef]) await ask(["update-ref", "-d", ref]).catch(() => undefined);
  if (clean) return;
  const staged = await ask(["write-tree"]);
  const scratch = await mkdtemp(join(tmpdir(), "signalbox-clone-"));
  try {
    const index = { GIT_INDEX_FILE: join(scratch, "index") };
    await ask(["read-tree", "HEAD"], index);
    await ask(["add", "--all", "--", "."], index);
    const entries = await ask(["ls-files", "--stage"], index);
    if (/^160000 /m.test(entries)) throw doubt("it holds repositories of their own");
    await commitTree(ask, filesRef, await ask(["write-tree"], index));
    await commitTree(ask, stagedRef, staged);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const ourselves = {
  GIT_AUTHOR_NAME: "Signalbox",
  GIT_AUTHOR_EMAIL: "signalbox@localhost",
  GIT_COMMITTER_NAME: "Signalbox",
  GIT_COMMITTER_EMAIL: "signalbox@localhost",
};

async function commitTree(ask: Ask, ref: string, tree: string): Promise<void> {
  const commit = await ask(["commit-tree", "--no-gpg-sign", "-p", "HEAD", "-m", "Put away", tree], ourselves);
  await ask(["update-ref", ref, commit]);
}

/** Puts a ref of ours on every stash, as git itself names only the newest. */
async function keepStashes(ask: Ask): Promise<ArchivedClone["stashes"]> {
  const log = await ask(["log", "--walk-reflogs", "--format=%H%x09%gs", "refs/stash"]).catch(() => "");
  const stashes = log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({
      commit: line.slice(0, line.indexOf("\t")),
      message: line.slice(line.indexOf("\t") + 1),
    }));
  for (const [place, { commit }] of stashes.entries()) {
    await ask(["update-ref", `refs/signalbox/stash/${place}`, commit]);
  }
  return stashes;
}

async function ownRefs(ask: Ask): Promise<Record<string, string>> {
  const namespaces = ["refs/heads", "refs/tags", "refs/signalbox"];
  const list = await ask(["for-each-ref", "--format=%(objectname) %(refname)", ...namespaces]);
  const lines = list.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]),
  );
}

/** Everything but what a fresh clone of the branch has; false when that is everything. */
async function writeBundle(
  ask: Ask,
  { path, refs, cloned }: { path: string; refs: Record<string, string>; cloned: string },
): Promise<boolean> {
  const wanted = [...Object.keys(refs), "HEAD", "--not", `refs/remotes/origin/${cloned}`];
  if ((await ask(["rev-list", "--max-count=1", ...wanted])) === "") return false;
  await rm(path, { force: true });
  await ask(["bundle", "create", "--quiet", path, ...wanted]);
  await ask(["bundle", "verify", "--quiet", path]);
  return true;
}
