/** A repository, branch and folder that can be passed to git; every part has passed the checks below. */
export interface GitSource {
  gitRoot: string;
  /** null for the default of the remote or the agent root. */
  branch: string | null;
  /** Relative, `/`-separated, without `.` segments; null for the top of the repository. */
  subdirectory: string | null;
}

export type ParsedGitSource = ({ ok: true } & GitSource) | { ok: false; message: string };

type Checked<T> = { ok: true; value: T } | { ok: false; message: string };

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
  if (url === "") return refuse("The git URL is blank.");
  if (url.length > MAX_URL) return refuse(`The git URL is longer than ${MAX_URL} characters.`);
  if (url.startsWith("-")) return refuse("The git URL must not start with '-'.");
  if (unprintable.test(url) || encodedControl.test(url)) {
    return refuse("The git URL contains a control character.");
  }
  if (/^[A-Za-z0-9.+-]*::/.test(url))
    return refuse("Git transport helpers (such as 'ext::') are not allowed.");
  const problem = problemWithAddress(url);
  return problem === null ? { ok: true, value: url } : refuse(problem);
}

function problemWithAddress(url: string): string | null {
  const withScheme = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/.exec(url);
  if (withScheme) return problemWithUrl((withScheme[1] ?? "").toLowerCase(), withScheme[2] ?? "");
  if (url.startsWith("/") || /^[A-Za-z]:[\\/]/.test(url)) return problemWithPath(url);
  const scpLike = /^([^\s/:@]+)@([^\s/:]+|\[[^\s/\]]+\]):(.+)$/.exec(url);
  if (scpLike) return problemWithScp(scpLike[1] ?? "", scpLike[2] ?? "", scpLike[3] ?? "");
  return "The git URL must be an https, http, ssh, git or file URL, git@host:path, or an absolute path.";
}

function problemWithUrl(scheme: string, rest: string): string | null {
  if (!schemes.includes(scheme)) return `Git URLs of the kind '${scheme}://' are not supported.`;
  if (/\s/.test(rest)) return "The git URL contains a space; write it as %20.";
  const slash = rest.indexOf("/");
  const authority = slash === -1 ? rest : rest.slice(0, slash);
  const path = slash === -1 ? "" : rest.slice(slash);
  if (scheme === "file") return problemWithFileUrl(authority, path);
  return problemWithAuthority(authority, scheme) ?? problemWithRemotePath(path);
}

function problemWithFileUrl(authority: string, path: string): string | null {
  if (authority !== "" && authority !== "localhost") return "A file URL must not name another host.";
  return problemWithPath(path);
}

function problemWithAuthority(authority: string, scheme: string): string | null {
  const at = authority.lastIndexOf("@");
  const user = at === -1 ? null : authority.slice(0, at);
  const host = authority.slice(at + 1);
  if (user?.includes(":") || (user !== null && scheme.startsWith("http") && tokenLike.test(user))) {
    return "The git URL must not contain a password or token; use git's credential helper instead.";
  }
  if (user !== null && !userName.test(user)) return "The user name in the git URL is not valid.";
  if (host === "") return "The git URL has no host.";
  return hostName.test(host) ? null : "The host in the git URL is not valid.";
}

function problemWithScp(user: string, host: string, path: string): string | null {
  if (!userName.test(user)) return "The user name in the git URL is not valid.";
  if (!hostName.test(host)) return "The host in the git URL is not valid.";
  return path.startsWith("-") ? "The path in the git URL must not start with '-'." : null;
}

function problemWithRemotePath(path: string): string | null {
  if (/^\/*$/.test(path)) return "The git URL has no repository path.";
  // Git strips the slash of `ssh://host/~x` and the server sees what follows as an argument.
  return /^\/+-/.test(path) ? "The path in the git URL must not start with '-'." : null;
}

function problemWithPath(path: string): string | null {
  if (!path.startsWith("/") && !driveLetter.test(path)) return "The path of the repository must be absolute.";
  if (/^[\\/]+$/.test(path)) return "The git URL has no repository path.";
  const segments = decoded(path)?.split(/[\\/]/);
  if (!segments) return "The git URL has a broken percent escape.";
  return segments.includes("..") ? "The path of the repository must not contain '..'." : null;
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
  if (branch.length > MAX_BRANCH) return refuse(`The branch is longer than ${MAX_BRANCH} characters.`);
  if (branch.startsWith("-")) return refuse("The branch must not start with '-'.");
  if (unprintable.test(branch) || /[\s~^:?*[\\]/.test(branch)) {
    return refuse("The branch must not contain spaces, control characters or any of ~ ^ : ? * [ \\.");
  }
  if (branch.includes("..") || branch.includes("@{"))
    return refuse("The branch must not contain '..' or '@{'.");
  if (branch === "@" || branch === "HEAD") return refuse(`'${branch}' is not the name of a branch.`);
  if (branch.endsWith(".")) return refuse("The branch must not end with '.'.");
  const sound = branch
    .split("/")
    .every((part) => part !== "" && !part.startsWith(".") && !part.endsWith(".lock"));
  if (!sound) {
    return refuse("No part of the branch between slashes may be empty, start with '.' or end with '.lock'.");
  }
  return { ok: true, value: branch };
}

function checkSubdirectory(folder: string): Checked<string | null> {
  if (folder.trim() === "") return { ok: true, value: null };
  if (folder.length > MAX_SUBDIRECTORY) {
    return refuse(`The subdirectory is longer than ${MAX_SUBDIRECTORY} characters.`);
  }
  if (unprintable.test(folder)) return refuse("The subdirectory contains a control character.");
  if (folder.includes("\\")) return refuse("The subdirectory must use '/' between folders.");
  if (folder.startsWith("/") || driveLetter.test(folder)) return refuse("The subdirectory must be relative.");
  const segments = folder.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) return refuse("The subdirectory must not contain '..'.");
  if (segments.some(isGitFolder)) return refuse("The subdirectory must not lie inside '.git'.");
  if (segments[0]?.startsWith("-")) return refuse("The subdirectory must not start with '-'.");
  return { ok: true, value: segments.length === 0 ? null : segments.join("/") };
}

/** Also the spellings that case-folding and Windows file systems take for `.git`. */
function isGitFolder(segment: string): boolean {
  return /^(?:\.git|git~1)[ .]*$/i.test(segment);
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
