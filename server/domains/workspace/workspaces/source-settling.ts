import { parseGitSource } from "../../../lib/git-source-rules.ts";
import type { CloneSource, remoteBranches } from "./cloning.ts";
import { CloneError } from "./errors.ts";
import { hasBranchFile, localRepository, repositoryAbove } from "./owner-repository.ts";
import { localPath } from "./rules.ts";
import { text } from "./text.ts";

/** What a session was asked to work on. */
export interface WantedSource extends CloneSource {
  /** Somebody named the branch; otherwise it is tried first, and the repository's own if it is not there. */
  branchChosen: boolean;
}

export interface SettledSource {
  source: WantedSource;
  /** A sentence for each thing that is not as asked. */
  notes: string[];
}

type Branches = Awaited<ReturnType<typeof remoteBranches>>;

/**
 * Which repository, folder and branch are meant: a folder inside a repository means the repository above, and where nobody
 * named a branch it is the one that the repository has. Throws a CloneError if its branches cannot be read, or if none of
 * them is the one.
 */
export async function settleSource(
  wanted: WantedSource,
  listBranches: (gitRoot: string) => Promise<Branches>,
): Promise<SettledSource> {
  const { source, notes } = await settlePlace(wanted);
  if (source.branchChosen || (await isThere(source))) {
    return { source: { ...source, branchChosen: true }, notes };
  }
  const { gitRoot, branch: first } = source;
  const found = branchOf(await listBranches(gitRoot), first);
  if (found === null) throw new CloneError(text.noDefaultBranch(gitRoot), { transient: false });
  if (found === "none") throw new CloneError(text.emptyRepository(gitRoot), { transient: false });
  const { branch, why } = found;
  const said = branch === first ? [] : [text.branchInstead({ gitRoot, first, branch, why })];
  return { source: { ...source, branch, branchChosen: true }, notes: [...notes, ...said] };
}

/** The part of it that no other machine has to be asked for. */
export async function settlePlace(wanted: WantedSource): Promise<SettledSource> {
  const path = localPath(wanted.gitRoot);
  const above = path === null ? null : await repositoryAbove(path);
  if (above === null) return { source: wanted, notes: [] };
  const { top, inside } = above;
  const subdirectory = [inside, wanted.subdirectory].filter((part) => part !== null).join("/");
  if (!parseGitSource({ gitRoot: top, subdirectory }).ok) return { source: wanted, notes: [] };
  const note = text.repositoryAbove({ gitRoot: wanted.gitRoot, top, subdirectory });
  return { source: { ...wanted, gitRoot: top, subdirectory }, notes: [note] };
}

/** Looked up without git, for the repository on this machine that has the branch as a file. */
async function isThere({ gitRoot, branch }: WantedSource): Promise<boolean> {
  const repository = await localRepository(gitRoot);
  return repository !== null && (await hasBranchFile(repository, branch));
}

/** `none` for a repository without branches; null if nothing says which of them is meant. */
function branchOf(
  { branches, default_branch: head }: Branches,
  first: string,
): { branch: string; why: "head" | "only" } | "none" | null {
  const [only, ...others] = branches;
  if (only === undefined) return "none";
  if (branches.includes(first)) return { branch: first, why: "head" };
  if (head !== null) return { branch: head, why: "head" };
  return others.length === 0 ? { branch: only, why: "only" } : null;
}
