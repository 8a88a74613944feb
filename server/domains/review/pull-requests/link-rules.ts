export interface Repository {
  owner: string;
  repo: string;
}

export interface PullRequestLink extends Repository {
  url: string;
  number: number;
}

/** `owner/repo` as GitHub allows names; nothing that a path could read as a way up. */
const name = String.raw`([A-Za-z\d][\w-]*)/(?!\.{1,2}(?:[/#?]|$))([\w.-]+?)`;
const named = new RegExp(String.raw`^${name}(?:\.git)?/?$`);

/** The URL of a pull request; a path after the number points to a part of it. */
const pullRequestPattern = String.raw`https://(?:www\.)?github\.com/[\w.-]+/[\w.-]+/pull/\d+(?!\w)`;

/** The URL of an issue; what follows the number points to a comment. */
const issuePattern = String.raw`https://(?:www\.)?github\.com/([\w.-]+)/([\w.-]+)/issues/(\d{1,9})(?![\w#])`;

export interface IssueLink extends Repository {
  number: number;
}

/** The issues linked in a text, each once, in order of their first link. */
function issuesIn(text: string): IssueLink[] {
  const links = [...text.matchAll(new RegExp(issuePattern, "gi"))].map(
    ([, owner = "", repo = "", number]) => ({
      owner,
      repo,
      number: Number(number),
    }),
  );
  return links.filter(
    (link, index) => links.findIndex((other) => issueNameOf(other) === issueNameOf(link)) === index,
  );
}

/** GitHub compares names without case. */
export const issueNameOf = ({ owner, repo, number }: IssueLink): string =>
  `${owner}/${repo}#${number}`.toLowerCase();

/** The pull requests linked in a text, each once, in order of their first link. */
function pullRequestsIn(text: string): PullRequestLink[] {
  const links = [...text.matchAll(new RegExp(pullRequestPattern, "gi"))].flatMap(
    ([url]) => readLink(url) ?? [],
  );
  return links.filter((link, index) => links.findIndex(({ url }) => url === link.url) === index);
}

export const pullRequestLinks = { pattern: pullRequestPattern, linksIn: pullRequestsIn };
export const issueLinks = { pattern: issuePattern, linksIn: issuesIn };

const pullRequestUrl = new RegExp(String.raw`^https://(?:www\.)?github\.com/${name}/pull/(\d{1,9})$`, "i");

export function readLink(text: string): PullRequestLink | null {
  const [, owner, repo, number] = pullRequestUrl.exec(text) ?? [];
  if (owner === undefined || repo === undefined || number === undefined) return null;
  return {
    url: `https://github.com/${owner}/${repo}/pull/${Number(number)}`,
    owner,
    repo,
    number: Number(number),
  };
}

/** Every way to write the URL of a repository on GitHub; `ssh.github.com` is its SSH at the port of HTTPS. */
const onGitHub =
  /^(?:(?:https?|ssh|git):\/\/(?:[^/@\s]+@)?|[\w.-]+@)(?:(?:www|ssh)\.)?github\.com(?::\d+(?=\/))?[/:]\/?(.+)$/i;

/** The repository at a git URL; null if it is not on GitHub. */
export const repositoryAt = (url: string): Repository | null =>
  repositoryNamed(onGitHub.exec(url)?.[1] ?? "");

/** The repository of a git URL or `[HOST/]OWNER/REPO`; null if it is not on GitHub. */
export const repositoryOf = (address: string): Repository | null =>
  repositoryAt(address) ?? repositoryNamed(address.replace(/^github\.com\//i, ""));

/** The repository `owner/repo`; null for any other text. */
export function repositoryNamed(text: string): Repository | null {
  const [, owner, repo] = named.exec(text) ?? [];
  return owner === undefined || repo === undefined ? null : { owner, repo };
}

export const repositoryName = ({ owner, repo }: Repository): string => `${owner}/${repo}`;

/** GitHub compares names without case. */
export const isSameRepository = (one: Repository, other: Repository): boolean =>
  repositoryName(one).toLowerCase() === repositoryName(other).toLowerCase();

export const isOneOf = (one: Repository, others: readonly Repository[]): boolean =>
  others.some((other) => isSameRepository(one, other));
