export interface Repository {
  owner: string;
  repo: string;
}

export interface PullRequestLink extends Repository {
  url: string;
  number: number;
}

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

export function readLink(text: string): PullRequestLink | null {
  const found = /^https:\/\/(?:www\.)?github\.com\/([\w.-]+)\/([\w.-]+)\/pull\/(\d{1,9})$/i.exec(text);
  const [, owner, repo, number] = found ?? [];
  if (owner === undefined || repo === undefined || number === undefined) return null;
  return {
    url: `https://github.com/${owner}/${repo}/pull/${Number(number)}`,
    owner,
    repo,
    number: Number(number),
  };
}

/** The repository of a git URL or `[HOST/]OWNER/REPO`; null if it is not on GitHub. */
export function repositoryOf(address: string | null): Repository | null {
  const path =
    /^(?:(?:https?|ssh|git):\/\/(?:[\w.-]+@)?|[\w.-]+@)(?:www\.)?github\.com(?::\d+)?[/:]\/?(.+)$/i;
  const named = address === null ? "" : (path.exec(address)?.[1] ?? address.replace(/^github\.com\//i, ""));
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(named) ?? [];
  return owner === undefined || repo === undefined ? null : { owner, repo };
}

/** GitHub compares names without case. */
export const isSameRepository = (one: Repository | null, other: Repository | null): boolean =>
  one !== null &&
  other !== null &&
  one.owner.toLowerCase() === other.owner.toLowerCase() &&
  one.repo.toLowerCase() === other.repo.toLowerCase();
