/** A repository, branch and folder that can be passed to git; every part has passed the checks below. */
export interface GitSource {
  gitRoot: string;
  /** null for the default of the remote or the agent root. */
  branch: string | null;
  /** Relative, `/`-separated, without `.` segments; null for the top of the repository. */
  subdirectory: string | null;
}

/** Why a source is refused. The words are in git-source-text.ts. */
export type GitSourceProblem =
  | { code: "url_too_long" | "branch_too_long" | "subdirectory_too_long"; max: number }
  | { code: "url_scheme"; scheme: string }
  | { code: "branch_reserved"; branch: string }
  | { code: AddressProblem | BranchProblem | SubdirectoryProblem };

type AddressProblem =
  | "url_blank"
  | "url_option"
  | "url_control_character"
  | "url_transport_helper"
  | "url_form"
  | "url_space"
  | "url_file_host"
  | "url_credentials"
  | "url_user"
  | "url_host_missing"
  | "url_host"
  | "url_path_missing"
  | "url_path_option"
  | "url_path_relative"
  | "url_path_escape"
  | "url_path_parent";

type BranchProblem =
  | "branch_option"
  | "branch_characters"
  | "branch_sequence"
  | "branch_period"
  | "branch_part";

type SubdirectoryProblem =
  | "subdirectory_control_character"
  | "subdirectory_backslash"
  | "subdirectory_absolute"
  | "subdirectory_parent"
  | "subdirectory_git"
  | "subdirectory_option";

type Refused = { ok: false; problem: GitSourceProblem };
type Checked<T> = { ok: true; value: T } | Refused;

export type ParsedGitSource = ({ ok: true } & GitSource) | Refused;

const MAX_URL = 2_048;
const MAX_BRANCH = 255;
const MAX_SUBDIRECTORY = 1_024;

const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const encodedControl = /%(?:[01][0-9a-f]|7f)/i;
const schemes: readonly string[] = ["https", "http", "ssh", "git", "file"];
const hostName = /^(?:[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?$/;
const userName = /^[A-Za-z0-9_][A-Za-z0-9._+@-]*$/;
const driveLetter = /^[A-Za-z]:/;
/** Some people write access tokens in place of the user name. */
const tokenLike = /^(?:gh[a-z]_|github_pat_|glpat-|x-access-token$|oauth2$)|^.{40,}$/i;

/**
 * Checks what a caller wants to clone. Nothing accepted can be read by git as an option or name a transport helper
 * (`ext::sh -c …`), and no accepted subdirectory leads out of the clone. A blank branch or subdirectory counts as none.
 */
export function parseGitSource(input: {
  gitRoot: string;
  branch?: string | undefined;
  subdirectory?: string | undefined;
}): ParsedGitSource {
  const gitRoot = checkGitRoot(input.gitRoot.trim());
  if (!gitRoot.ok) return gitRoot;
  const branch = checkBranch(input.branch ?? "");
  if (!branch.ok) return branch;
  const subdirectory = checkSubdirectory(input.subdirectory ?? "");
  if (!subdirectory.ok) return subdirectory;
  return { ok: true, gitRoot: gitRoot.value, branch: branch.value, subdirectory: subdirectory.value };
}

function checkGitRoot(url: string): Checked<string> {
  if (url === "") return refuse({ code: "url_blank" });
  if (url.length > MAX_URL) return refuse({ code: "url_too_long", max: MAX_URL });
  if (url.startsWith("-")) return refuse({ code: "url_option" });
  if (unprintable.test(url) || encodedControl.test(url)) {
    return refuse({ code: "url_control_character" });
  }
  if (/^[A-Za-z0-9.+-]*::/.test(url)) return refuse({ code: "url_transport_helper" });
  const problem = problemWithAddress(url);
  return problem === null ? { ok: true, value: url } : refuse(problem);
}

function problemWithAddress(url: string): GitSourceProblem | null {
  const withScheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/.exec(url);
  if (withScheme) return problemWithUrl((withScheme[1] ?? "").toLowerCase(), withScheme[2] ?? "");
  if (url.startsWith("/") || /^[A-Za-z]:[\\/]/.test(url)) return problemWithPath(url);
  const scpLike = /^([^\s/:@]+)@([^\s/:]+|\[[^\s/\]]+\]):(.+)$/.exec(url);
  if (scpLike) return problemWithScp(scpLike[1] ?? "", scpLike[2] ?? "", scpLike[3] ?? "");
  return { code: "url_form" };
}

function problemWithUrl(scheme: string, rest: string): GitSourceProblem | null {
  if (!schemes.includes(scheme)) return { code: "url_scheme", scheme };
  if (/\s/.test(rest)) return { code: "url_space" };
  const slash = rest.indexOf("/");
  const authority = slash === -1 ? rest : rest.slice(0, slash);
  const path = slash === -1 ? "" : rest.slice(slash);
  if (scheme === "file") return problemWithFileUrl(authority, path);
  return problemWithAuthority(authority, scheme) ?? problemWithRemotePath(path);
}

function problemWithFileUrl(authority: string, path: string): GitSourceProblem | null {
  if (authority !== "" && authority !== "localhost") return { code: "url_file_host" };
  return problemWithPath(path);
}

function problemWithAuthority(authority: string, scheme: string): GitSourceProblem | null {
  const at = authority.lastIndexOf("@");
  const user = at === -1 ? null : authority.slice(0, at);
  const host = authority.slice(at + 1);
  if (user?.includes(":") || (user !== null && scheme.startsWith("http") && tokenLike.test(user))) {
    return { code: "url_credentials" };
  }
  if (user !== null && !userName.test(user)) return { code: "url_user" };
  if (host === "") return { code: "url_host_missing" };
  return hostName.test(host) ? null : { code: "url_host" };
}

function problemWithScp(user: string, host: string, path: string): GitSourceProblem | null {
  if (!userName.test(user)) return { code: "url_user" };
  if (!hostName.test(host)) return { code: "url_host" };
  return path.startsWith("-") ? { code: "url_path_option" } : null;
}

function problemWithRemotePath(path: string): GitSourceProblem | null {
  if (/^\/*$/.test(path)) return { code: "url_path_missing" };
  // Git strips the slash of `ssh://host/~x` and the server sees what follows as an argument.
  return /^\/+-/.test(path) ? { code: "url_path_option" } : null;
}

function problemWithPath(path: string): GitSourceProblem | null {
  if (!path.startsWith("/") && !driveLetter.test(path)) return { code: "url_path_relative" };
  if (/^[\\/]+$/.test(path)) return { code: "url_path_missing" };
  const segments = decoded(path)?.split(/[\\/]/);
  if (!segments) return { code: "url_path_escape" };
  return segments.includes("..") ? { code: "url_path_parent" } : null;
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path.replaceAll(/%(?![0-9A-Fa-f]{2})/g, "%25"));
  } catch {
    return null;
  }
}

/** The rules of `git check-ref-format --branch`, and none of its expansions such as `@{-1}`. */
function checkBranch(branch: string): Checked<string | null> {
  if (branch.trim() === "") return { ok: true, value: null };
  if (branch.length > MAX_BRANCH) return refuse({ code: "branch_too_long", max: MAX_BRANCH });
  if (branch.startsWith("-")) return refuse({ code: "branch_option" });
  if (unprintable.test(branch) || /[\s~^:?*[\\]/.test(branch)) {
    return refuse({ code: "branch_characters" });
  }
  if (branch.includes("..") || branch.includes("@{")) return refuse({ code: "branch_sequence" });
  if (branch === "@" || branch === "HEAD") return refuse({ code: "branch_reserved", branch });
  if (branch.endsWith(".")) return refuse({ code: "branch_period" });
  const partsAreValid = branch
    .split("/")
    .every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
  if (!partsAreValid) return refuse({ code: "branch_part" });
  return { ok: true, value: branch };
}

function checkSubdirectory(folder: string): Checked<string | null> {
  if (folder.trim() === "") return { ok: true, value: null };
  if (folder.length > MAX_SUBDIRECTORY) {
    return refuse({ code: "subdirectory_too_long", max: MAX_SUBDIRECTORY });
  }
  if (unprintable.test(folder)) return refuse({ code: "subdirectory_control_character" });
  if (folder.includes("\\")) return refuse({ code: "subdirectory_backslash" });
  if (folder.startsWith("/") || driveLetter.test(folder)) return refuse({ code: "subdirectory_absolute" });
  const segments = folder.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) return refuse({ code: "subdirectory_parent" });
  if (segments.some(isGitFolder)) return refuse({ code: "subdirectory_git" });
  if (segments[0]?.startsWith("-")) return refuse({ code: "subdirectory_option" });
  return { ok: true, value: segments.length === 0 ? null : segments.join("/") };
}

/** Also the spellings that case-folding and Windows file systems take for `.git`. */
function isGitFolder(segment: string): boolean {
  return /^(?:\.git|git~1)[ .]*$/i.test(segment);
}

function refuse(problem: GitSourceProblem): Refused {
  return { ok: false, problem };
}

/** The last part of the address of a repository, by which people call it. */
export const lastPartOf = (gitRoot: string): string =>
  gitRoot
    .replace(/[/\\]+$/, "")
    .split(/[/\\:]/)
    .at(-1) ?? "";
