import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { bytesOfPath, type GitPath } from "../../../lib/git-path-rules.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { CloneError } from "./errors.ts";
import { newPaths, recordReader, type SafeGit } from "./safe-git.ts";

/** The repositories that lie in a repository. */
export interface Nested {
  /** Those that it points to. */
  submodules: GitPath[];
  /** Those that it does not know. */
  untracked: ReadonlySet<GitPath>;
  /** New files beyond what can be listed. */
  truncated: boolean;
}

/** What its index says in excess of paths and what they were. */
interface Marks {
  /** Paths that the agent told git not to look at. */
  assumed: GitPath[];
  skipped: GitPath[];
  conflicted: Set<GitPath>;
  submodules: GitPath[];
}

/**
 * Makes our copy of the index say what is in the folder, so that a diff shows all of it: new files are entered as empty
 * (`git add` would run the filters of a repository in the clone), files in conflict as they lie there, and what the agent told
 * git to overlook is looked at. An index that git cannot read is replaced by that of `tree`.
 */
export async function completeIndex(safe: SafeGit, tree: string): Promise<Nested> {
  const marks = await lookAtAll(safe).catch(async (error: unknown) => {
    if (!(error instanceof CloneError)) throw error;
    await rm(join(safe.folder, "index"), { force: true });
    await safe.run(["read-tree", tree]);
    return lookAtAll(safe);
  });
  const { repositories, filled } = marks;
  await enter(safe, { removed: [...marks.conflicted, ...filled], files: marks.conflicted });
  const fresh = await newPaths(safe);
  await enter(safe, { removed: [], files: fresh.files });
  return { submodules: repositories, untracked: new Set(fresh.repositories), truncated: fresh.truncated };
}

interface Submodules {
  /** Those that were fetched. */
  repositories: GitPath[];
  /** Those that were not, in whose place files lie all the same. */
  filled: GitPath[];
}

/** Makes git look at what the agent told it to overlook. */
export async function lookAtAll(safe: SafeGit): Promise<Submodules & Pick<Marks, "conflicted">> {
  const marks = await readMarks(safe);
  await look(safe, "--no-assume-unchanged", marks.assumed);
  // In a sparse checkout git looks at those itself that are there.
  if (!safe.isSparse) await look(safe, "--no-skip-worktree", marks.skipped);
  const kinds = await Promise.all(marks.submodules.map((path) => kindOf(safe, path)));
  const those = (kind: Awaited<ReturnType<typeof kindOf>>): GitPath[] =>
    marks.submodules.filter((_path, at) => kinds[at] === kind);
  return { repositories: those("repository"), filled: those("files"), conflicted: marks.conflicted };
}

const look = async (safe: SafeGit, how: string, paths: readonly GitPath[]): Promise<void> => {
  if (paths.length === 0) return;
  const input = bytesOfPath(paths.map((path) => `${path}\0`).join(""));
  await safe.run(["update-index", how, "-z", "--stdin"], { input });
};

/** Reads it once through, as git has no way to ask for the marked entries alone. */
async function readMarks({ stream }: SafeGit): Promise<Marks> {
  const marks: Marks = { assumed: [], skipped: [], conflicted: new Set(), submodules: [] };
  await stream(
    ["ls-files", "-v", "--stage", "-z"],
    recordReader((record) => {
      const tab = record.indexOf("\t");
      const tag = record.charAt(0);
      const isPlain = tag === "H" && record.charAt(tab - 1) === "0" && !record.startsWith("160000", 2);
      if (isPlain) return true;
      const path = record.slice(tab + 1);
      if (tag !== tag.toUpperCase()) marks.assumed.push(path);
      if (tag.toUpperCase() === "S") marks.skipped.push(path);
      if (record.charAt(tab - 1) !== "0") marks.conflicted.add(path);
      else if (record.startsWith("160000", 2)) marks.submodules.push(path);
      return true;
    }),
  );
  return marks;
}

/** What is at the path of a submodule: the repository, nothing or an empty folder, or files that are no repository. */
async function kindOf({ path }: SafeGit, submodule: GitPath): Promise<"repository" | "nothing" | "files"> {
  const folder = Buffer.concat([Buffer.from(`${path}/`), bytesOfPath(submodule)]);
  const isFolder = (await lstat(folder).catch(unlessPassing(null)))?.isDirectory() === true;
  const names = isFolder ? await readdir(folder) : [];
  if (names.includes(".git")) return "repository";
  return names.length > 0 ? "files" : "nothing";
}

/** Enters files without content, and repositories with the commit they are at. */
export async function enter(
  { run, empty }: Pick<SafeGit, "run" | "empty">,
  entries: {
    removed: Iterable<GitPath>;
    files: Iterable<GitPath>;
    repositories?: Iterable<{ path: GitPath; commit: string }>;
  },
): Promise<void> {
  const lines = [
    ...Array.from(entries.removed, (path) => `0 ${"0".repeat(empty.blob.length)}\t${path}\0`),
    ...Array.from(entries.files, (path) => `100644 ${empty.blob}\t${path}\0`),
    ...Array.from(entries.repositories ?? [], ({ path, commit }) => `160000 ${commit}\t${path}\0`),
  ];
  if (lines.length === 0) return;
  await run(["update-index", "-z", "--index-info"], { input: bytesOfPath(lines.join("")) });
}
