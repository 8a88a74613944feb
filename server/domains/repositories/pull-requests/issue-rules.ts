import {
  attemptReader,
  type Entry,
  fieldsOf,
  type ResultReader,
  shellLineOf,
  type ToolCall,
  type ToolResult,
} from "./attempt-rules.ts";
import { type CreatingLine, readCreatingLine } from "./command-rules.ts";
import { type IssueLink, isSameRepository, issuesIn, type Repository } from "./link-rules.ts";

/** Reads a transcript in parts and finds the issues that its session opened, by the results of its calls that create one. */
export function issueReader(own: Repository | null) {
  const { read, openFrom } = attemptReader((call) => issueAttempt(call, own));
  return { read: (entries: readonly Entry[]): IssueLink[] => entries.flatMap(read), openFrom };
}

function issueAttempt(call: ToolCall, own: Repository | null): ResultReader<IssueLink> | null {
  const command = shellLineOf(call);
  if (command !== null) {
    const line = readCreatingLine(command, "issue");
    return line && ((result) => createdIssues(line, result, own));
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
    : issuesIn(text)
        .filter((link) => isSameRepository(link, named))
        .slice(0, 1);

/** Of a line that may print other issues as well, none counts if there are more than it creates. */
function createdIssues(
  line: CreatingLine,
  { isError, text }: ToolResult,
  own: Repository | null,
): IssueLink[] {
  if (isError && (!line.laterCommandMayHaveFailed || line.lists)) return [];
  const links = printedIssues(text).filter((link) =>
    line.targets.some((target) => {
      if (target === "any") return !isError || isSameRepository(link, own);
      return isSameRepository(link, target === "own" ? own : target);
    }),
  );
  const most = isError ? 1 : line.targets.length;
  if (links.length <= most || (line.loops && !line.lists && !isError)) return links;
  return line.lists ? [] : links.slice(-most);
}

/** URLs as commands print them: in a field of JSON, alone on a line, or else anywhere. */
function printedIssues(text: string): IssueLink[] {
  const [, field] = /"html_url"\s*:\s*"([^"]+\/issues\/\d+)"/i.exec(text) ?? [];
  if (field !== undefined) return issuesIn(field);
  const alone = issuesIn(text.match(/^[ \t]*https:\/\/\S+[ \t]*\r?$/gim)?.join("\n") ?? "");
  return alone.length > 0 ? alone : issuesIn(text);
}
