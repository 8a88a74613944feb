import type { RemoteProblem } from "./remote-problem.ts";

/** Why a clone cannot be archived without losing something. */
export type ArchiveObstacle =
  | { kind: "unfinished_operation"; marker: string }
  | { kind: "unresolved_conflicts" }
  | { kind: "nested_repositories"; path: string }
  | { kind: "too_many_files" }
  | { kind: "no_commit" };

function archiveObstacle(obstacle: ArchiveObstacle): string {
  switch (obstacle.kind) {
    case "unfinished_operation":
      return `it has an unfinished git operation (${obstacle.marker})`;
    case "unresolved_conflicts":
      return "it has unresolved conflicts";
    case "nested_repositories":
      return `it contains another repository that cannot be kept (${obstacle.path})`;
    case "no_commit":
      return "its branch has no commit yet";
    case "too_many_files":
      return "it has more new files than can be kept";
  }
}

/** What is wrong with a file or folder of a clone's `.git`. */
export type UnsafeClone = "not_a_file" | "not_a_folder" | "too_large" | "malformed" | "borrowed";

const unsafeReasons: Record<UnsafeClone, string> = {
  not_a_file: "is not a plain file",
  not_a_folder: "is not a plain folder",
  too_large: "is too large",
  malformed: "is not what git writes",
  borrowed: "leads to objects of another repository",
};

const files = (count: number): string => (count === 1 ? "One file" : `${count} files`);

const listed = (paths: readonly string[]): string =>
  [...paths.slice(0, 5), ...(paths.length > 5 ? [`${paths.length - 5} more`] : [])].join(", ");

function unknownBranch(of: { branch: string; gitRoot: string; known: readonly string[] }): string {
  const hint = of.known.length > 0 ? `It has: ${of.known.join(", ")}` : "It has no branches yet";
  return `There is no branch "${of.branch}" in ${of.gitRoot}. ${hint}.`;
}

function branchInstead(of: { gitRoot: string; first: string; branch: string; why: "head" | "only" }): string {
  const why = of.why === "head" ? "which its HEAD names" : "its only one";
  return `No branch was named, and ${of.gitRoot} has no "${of.first}": the session works on "${of.branch}", ${why}.`;
}

const remoteProblems: Record<RemoteProblem, string> = {
  unknown_host: "The host was not found. Check the address and the network.",
  not_signed_in:
    "The repository requires a sign-in that git does not have on this machine. Make sure that git can fetch it in a terminal.",
  unknown_host_key: "This machine does not know the host's key yet. Connect to it once with ssh.",
  no_answer: "The host did not answer.",
  no_repository: "There is no repository at that address, or you do not have access to it.",
};

/** The words about clones. */
export const text = {
  archiveObstacle,
  inNested: (path: string, reason: string) => `in its repository ${path}, ${reason}`,
  noPlaceForNested: (path: string) => `The new clone has no place for the repository that was at ${path}.`,
  unknownBranch,
  branchInstead,
  emptyRepository: (gitRoot: string) =>
    `${gitRoot} has no branch with a commit yet. Make a first commit there, then start the session again.`,
  noDefaultBranch: (gitRoot: string) =>
    `No branch was named, and the HEAD of ${gitRoot} does not name an existing branch. Name the branch that the session works on.`,
  notABranch: (of: { branch: string; gitRoot: string }) =>
    `${of.branch} is not a branch or tag of ${of.gitRoot}; it looks like a commit. Make a branch or tag there that has this commit, and name that.`,
  lfsMissing: (count: number) =>
    `${files(count)} of the repository ${count === 1 ? "is" : "are"} in Git LFS, and git-lfs is not installed: the clone has pointers in ${count === 1 ? "its place" : "their place"}. Install git-lfs (apt install git-lfs, brew install git-lfs) and start a new session.`,
  lfsUntrusted: (count: number) =>
    `${files(count)} of the repository ${count === 1 ? "is" : "are"} in Git LFS on a server that the repository names (.lfsconfig): the clone has pointers instead. Trust the repository and start a new session to have them fetched.`,
  lfsFailed: (count: number, reason: string) =>
    `${files(count)} of the repository ${count === 1 ? "is" : "are"} in Git LFS and could not all be fetched; the clone has pointers in place of the others: ${reason}`,
  partialFrom: (gitRoot: string, url: string) =>
    `${gitRoot} is a partial clone: what it lacks is fetched from ${url}.`,
  partialWithoutRemote: (gitRoot: string) =>
    `${gitRoot} is a partial clone and names no remote that has the rest of its objects. Complete it with "git fetch --refetch", or start the session from its remote.`,
  partialFailed: (url: string, reason: string) =>
    `What the partial clone lacks could not be fetched from ${url}: ${reason}`,
  submodulesLeftOut: (paths: readonly string[]) =>
    `The repository has submodules (${listed(paths)}), which are fetched only once you trust it; their folders are empty. Trust it and start a new session, or let the agent fetch them.`,
  submodulesFailed: (failed: readonly { path: string; reason: string }[]) =>
    `Submodules could not be fetched, and their folders are empty: ${failed
      .slice(0, 5)
      .map(({ path, reason }) => `${path} (${reason.replace(/\.$/, "")})`)
      .join("; ")}${failed.length > 5 ? ` and ${failed.length - 5} more` : ""}.`,
  submoduleAddress: (url: string) =>
    `Signalbox does not fetch from the address ${JSON.stringify(url.slice(0, 200))}`,
  hooksLeftOut: (folder: string, names: readonly string[]) =>
    `Your git hooks in ${folder} do not run in this session (${names.join(", ")}): that takes a trusted repository and the grant "git".`,
  hooksOfCheckout: (gitRoot: string, names: readonly string[]) =>
    `The hooks of ${gitRoot} do not run in the session (${names.join(", ")}): they belong to that checkout, and no clone has them.`,
  unsignedCommits: (why: string) => `Your git signs commits; those of this session are made unsigned: ${why}`,
  unsignedRefused: (why: string) =>
    `Your git signs commits, and those of this session would be unsigned: ${why} Signed commits are required under Settings, Repositories.`,
  submodulesRequired: (sentence: string) =>
    `${sentence} Submodules are required under Settings, Repositories.`,
  unsigned: {
    notGranted: 'signing takes a trusted repository and the grant "git".',
    noKey: "no key is named (user.signingkey).",
    x509: "X.509 keys cannot be used in a sandbox.",
    notInAgent:
      "the key is not in your SSH agent. Add it (ssh-add), and start the service where SSH_AUTH_SOCK is set.",
    noGnuPgAgent: "GnuPG's agent is not running. Start it (gpgconf --launch gpg-agent).",
    noPublicKey: (key: string) => `the public key of ${key} was not found.`,
  },
  repositoryAbove: (of: { gitRoot: string; top: string; subdirectory: string }) =>
    `${of.gitRoot} is a folder inside the repository ${of.top}: the session clones that, and works in its folder "${of.subdirectory}".`,
  unsafeClone: (name: string, why: UnsafeClone) =>
    `The clone cannot be read safely: ${name} ${unsafeReasons[why]}`,
  remoteProblems,
  stopped: "The clone was stopped",
  nothingToCompare: "The clone has no commit to compare with",
  gitMissing: "git is not installed, or not on PATH. Install git and start again.",
  gitSandboxFails: (sentence: string) => `git did not start in its sandbox: ${sentence}`,
  gitUnsandboxed: "git reads the clones of agents without a sandbox of its own",
  gitTimedOut: (seconds: number) => `git did not answer within ${seconds} seconds`,
  gitSilent: "git gave no reason",
  /** `shortage`: what the machine is short of, as a clause. */
  gitShort: (shortage: string) => `git could not run: ${shortage}`,
  gitSaysTooMuch: "git printed more than Signalbox can read",
  remoteSilent: (seconds: number) =>
    `The repository's server sent nothing for ${seconds} seconds. Check that it is reachable from this machine.`,
  keptIn: (reason: string, folder: string) => `${reason} It is kept in ${folder}.`,
  noFolder: (subdirectory: string) => `The repository has no folder "${subdirectory}"`,
};
