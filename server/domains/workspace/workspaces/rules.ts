import { lastPartOf } from "../../../lib/git-source-rules.ts";
import { directLoopback } from "../../../lib/proxy-rules.ts";
import { foreignSentence } from "./foreign-rules.ts";

/** What git says when trying again may help. */
const transient =
  /could not resolve host|failed to connect|couldn't connect|connection (?:timed out|reset|refused)|timed? ?out|early eof|rpc failed|index-pack|the remote end hung up|HTTP 5\d\d|error: 5\d\d|temporarily unavailable|network is unreachable|operation too slow/i;

const permanent =
  /authentication failed|could not read (?:username|password)|permission denied|repository .*not found|does not exist|not appear to be a git repository|remote branch .* not found/i;

export function isTransientGitError(stderr: string): boolean {
  return !permanent.test(stderr) && transient.test(stderr);
}

/** What git writes with `--progress`; the server's own part begins with `remote:`. */
const progress =
  /^(?:remote: )?(?:(?:Enumerating|Counting|Compressing|Receiving|Finding) objects|Resolving deltas|Updating files|Filtering content|Cloning into|Total \d)/i;

const dubious = /detected dubious ownership in repository at '([^'\n]+)'/;

/** The folder that git does not read because another user owns it; null if git says something else. */
const refusedFolder = (said: string): string | null => dubious.exec(said)?.[1] ?? null;

/** The lines of git's stderr that say what is wrong, at most 500 characters; empty if there are none. */
export function gitSentence(stderr: string): string {
  const foreign = refusedFolder(stderr);
  if (foreign !== null) return foreignSentence(foreign);
  const said = stderr
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => !progress.test(line));
  const lines = said.filter((line) => /^(?:fatal|error|remote|warning):/i.test(line));
  const text = (lines.length > 0 ? lines.slice(-3) : said.filter((line) => line !== "").slice(-3)).join(" ");
  return text.slice(0, 500);
}

/** A folder name that says what it contains; unsafe characters of the URL and branch are removed. */
export function cloneFolderName(source: { gitRoot: string; branch: string }, unique: string): string {
  const plain = (text: string, limit: number) =>
    text
      .replace(/\.git$/, "")
      .replace(/[^A-Za-z0-9_-]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, limit);
  return [
    plain(lastPartOf(source.gitRoot), 60) || "repository",
    plain(source.branch, 60) || "branch",
    unique,
  ].join("-");
}

/** Where a repository on this machine lies; null for one elsewhere. */
export function localPath(gitRoot: string): string | null {
  if (gitRoot.startsWith("/")) return gitRoot;
  const path = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(gitRoot)?.[1];
  try {
    return path === undefined ? null : decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** The host and path of a URL that git reaches over SSH, in either form; null for any other. */
export function hostOfSsh(url: string): { host: string; path: string } | null {
  const found =
    /^ssh:\/\/(?:[^/@\s]+@)?([A-Za-z\d][\w.-]*)(?::\d+)?\/(.+)$/i.exec(url) ??
    /^(?:[\w.-]+@)?([A-Za-z\d][\w.-]*):(?!\/\/)\/?(.+)$/.exec(url);
  const [, host, path] = found ?? [];
  return host === undefined || path === undefined ? null : { host, path };
}

/** The URLs in what `git remote --verbose` prints, each once. */
export const listedRemotes = (listing: string): string[] => [
  ...new Set([...listing.matchAll(/^[^\t]+\t(.+) \((?:fetch|push)\)/gm)].map(([, url = ""]) => url)),
];

/** What `git config -z --get-regexp` prints, by name; of a setting that is there twice, the last counts. */
export function listedSettings(listing: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const entry of listing.split("\0")) {
    const at = entry.indexOf("\n");
    if (entry !== "")
      settings.set(at === -1 ? entry : entry.slice(0, at), at === -1 ? "true" : entry.slice(at + 1));
  }
  return settings;
}

/** Variables that agents do not inherit. */
const ownSecret =
  /^(?:API_KEYS|SERVICE_.*|SIGNALBOX_.*|.*_OAUTH_CLIENT_SECRET|LIVE_PROVIDER_API_KEY|NODE_OPTIONS|NODE_CHANNEL_FD)$/;

/** Set if the service was started from a git hook; git would then use that repository instead of the clone. */
const anotherRepository =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|COMMON_DIR|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES)$/;

/** With one of these a program can act as the person on GitHub. */
const gitHubTokens: readonly string[] = [
  "GITHUB_TOKEN",
  "GH_TOKEN",
  "GITHUB_ENTERPRISE_TOKEN",
  "GH_ENTERPRISE_TOKEN",
];

/** What agents inherit: GitHub tokens only if the owner says so with SERVICE_AGENT_GITHUB_TOKEN. */
export function agentEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment = programEnvironment(inherited, {});
  if (inherited["SERVICE_AGENT_GITHUB_TOKEN"] !== "1")
    for (const name of gitHubTokens) delete environment[name];
  return { ...environment, ...added };
}

/** What git and the person's editor inherit, which the service runs for the person. */
export function programEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  added: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    const kept = !ownSecret.test(name) && !anotherRepository.test(name);
    if (value !== undefined && kept) environment[name] = value;
  }
  return { ...environment, ...directLoopback(environment), GIT_TERMINAL_PROMPT: "0", ...added };
}
