import {
  attemptReader,
  type Entry,
  fieldsOf,
  type ResultReader,
  shellLineOf,
  type ToolCall,
  type ToolResult,
} from "./attempt-rules.ts";
import { claimedLinks } from "./claim-rules.ts";
import { type CreatingLine, readCreatingLine } from "./command-rules.ts";
import { createdLinks, isAllowed } from "./created-link-rules.ts";
import {
  isOneOf,
  isSameRepository,
  type PullRequestLink,
  pullRequestLinks,
  type Repository,
} from "./link-rules.ts";

/** What in a transcript shows that its session opened a pull request, strongest first. */
export type Evidence = "created" | "mcp_created" | "re_created" | "claimed";

export interface FoundPullRequest extends PullRequestLink {
  evidence: Evidence;
}

/**
 * Reads a transcript in parts and finds the pull requests that its session opened: by the results of its own calls that
 * create one, or by its own statement about its own repositories. Text that the agent only read does not count.
 */
export function evidenceReader(own: readonly Repository[]) {
  const { read, openFrom } = attemptReader((call) => pullRequestAttempt(call, own));

  const readClaims = ({ event }: Entry): FoundPullRequest[] =>
    event.type === "assistant"
      ? claimedLinks(event.text, own).map((link) => ({ ...link, evidence: "claimed" }))
      : [];

  return {
    read: (entries: readonly Entry[]): FoundPullRequest[] =>
      entries.flatMap((entry) => [...read(entry), ...readClaims(entry)]),
    openFrom,
  };
}

function pullRequestAttempt(
  call: ToolCall,
  own: readonly Repository[],
): ResultReader<FoundPullRequest> | null {
  const command = shellLineOf(call);
  if (command !== null) {
    const line = readCreatingLine(command);
    return line && ((result) => shellEvidence(line, result, own));
  }
  if (!/^mcp__.+__create_pull_request$/.test(call.name)) return null;
  const { owner, repo } = fieldsOf(call.input);
  const named = { owner: String(owner), repo: String(repo) };
  return isOneOf(named, own) ? (result) => toolEvidence(result, named) : null;
}

function toolEvidence(result: ToolResult, named: Repository): FoundPullRequest[] {
  const [first] = result.isError ? [] : pullRequestLinks.linksIn(result.text);
  return first && isSameRepository(first, named) ? [{ ...first, evidence: "mcp_created" }] : [];
}

function shellEvidence(
  line: CreatingLine,
  result: ToolResult,
  own: readonly Repository[],
): FoundPullRequest[] {
  const existing = existingLinks(result.text);
  const known = new Set(existing.map(({ url }) => url));
  const created = createdLinks(line, result, { own, kind: pullRequestLinks }).filter(
    ({ url }) => !known.has(url),
  );
  return [
    ...created.map((link) => ({ ...link, evidence: "created" as const })),
    ...existing
      .filter((link) => isAllowed(link, line.targets, { own, strict: true }))
      .map((link) => ({ ...link, evidence: "re_created" as const })),
  ];
}

/** What `gh pr create` prints for a branch that already has a pull request. */
function existingLinks(text: string): PullRequestLink[] {
  const { pattern, linksIn } = pullRequestLinks;
  const matches = text.matchAll(new RegExp(`already exists[^]{0,160}?(${pattern})`, "gi"));
  return [...matches].flatMap(([, url]) => linksIn(url ?? ""));
}
