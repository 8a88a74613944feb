import {
  attemptReader,
  type Entry,
  fieldsOf,
  type ResultReader,
  shellLineOf,
  type ToolCall,
  type ToolResult,
} from "./attempt-rules.ts";
import { readCreatingLine } from "./command-rules.ts";
import { createdLinks } from "./created-link-rules.ts";
import { type IssueLink, isSameRepository, issueLinks, type Repository } from "./link-rules.ts";

/** Reads a transcript in parts and finds the issues that its session opened, by the results of its calls that create one. */
export function issueReader(own: readonly Repository[]) {
  const { read, openFrom } = attemptReader((call) => issueAttempt(call, own));
  return { read: (entries: readonly Entry[]): IssueLink[] => entries.flatMap(read), openFrom };
}

function issueAttempt(call: ToolCall, own: readonly Repository[]): ResultReader<IssueLink> | null {
  const command = shellLineOf(call);
  if (command !== null) {
    const line = readCreatingLine(command, "issue");
    return line && ((result) => createdLinks(line, result, { own, kind: issueLinks }));
  }
  const { owner, repo, method } = fieldsOf(call.input);
  const creates =
    /^mcp__.+__(?:create_issue|issue_write)$/.test(call.name) && (method ?? "create") === "create";
  const named = { owner: String(owner), repo: String(repo) };
  return creates ? (result) => toolIssues(result, named) : null;
}

const toolIssues = ({ isError, text }: ToolResult, named: Repository): IssueLink[] =>
  isError
    ? []
    : issueLinks
        .linksIn(text)
        .filter((link) => isSameRepository(link, named))
        .slice(0, 1);
