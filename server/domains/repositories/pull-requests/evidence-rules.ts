import type { TimelineEntry } from "../../transcripts/transcripts/model.ts";
import { claimedLinks } from "./claim-rules.ts";
import { type CreatingLine, readCreatingLine, type Target } from "./command-rules.ts";
import {
  isSameRepository,
  linkPattern,
  linksIn,
  type PullRequestLink,
  type Repository,
} from "./link-rules.ts";

/** What in a transcript shows that its session opened a pull request, strongest first. */
export type Evidence = "created" | "mcp_created" | "re_created" | "claimed";

export interface FoundPullRequest extends PullRequestLink {
  evidence: Evidence;
}

type Entry = Pick<TimelineEntry, "index" | "event">;
type Event = Entry["event"];
type ToolCall = Extract<Event, { type: "tool_call" }>;
type ToolResult = Extract<Event, { type: "tool_result" }>;

/** A call that creates a pull request, and where in the transcript it was made. */
interface Attempt {
  index: number;
  evidenceOf(result: ToolResult): FoundPullRequest[];
}

/**
 * Reads a transcript in parts and finds the pull requests that its session opened: by the results of its own calls that
 * create one, or by its own statement about its own repository. Text that the agent only read does not count.
 */
export function evidenceReader(own: Repository | null) {
  const calls = new Map<string, Attempt>();
  /** By the handle of a command that continues after its call returned. */
  const ongoing = new Map<string, Attempt>();

  function readCall(index: number, call: ToolCall): void {
    const attempt = attemptOf(call, { index, own }) ?? ongoing.get(handleIn(call.input));
    if (attempt) calls.set(call.callId, attempt);
  }

  function readResult(result: ToolResult): FoundPullRequest[] {
    const attempt = calls.get(result.callId);
    if (!attempt) return [];
    calls.delete(result.callId);
    const [, handle] = stillRunning.exec(result.text) ?? [];
    if (handle !== undefined) ongoing.set(handle, attempt);
    return attempt.evidenceOf(result);
  }

  function readEntry({ index, event }: Entry): FoundPullRequest[] {
    if (event.type === "tool_result") return readResult(event);
    if (event.type === "tool_call") readCall(index, event);
    if (event.type !== "assistant") return [];
    return claimedLinks(event.text, own).map((link) => ({ ...link, evidence: "claimed" }));
  }

  return {
    read: (entries: readonly Entry[]): FoundPullRequest[] => entries.flatMap(readEntry),
    /** The line of the first call without a result; null if there is none. */
    openFrom(): number | null {
      const open = [...calls.values(), ...ongoing.values()].map(({ index }) => index);
      return open.length === 0 ? null : Math.min(...open);
    },
  };
}

/** What Codex and Claude Code answer for a command that is still running. */
const stillRunning = /\b(?:running with session ID|running in background with ID):? ([\w-]+)/i;

function handleIn(input: unknown): string {
  const { session_id, bash_id, task_id, shell_id } = fieldsOf(input);
  const handle = session_id ?? bash_id ?? task_id ?? shell_id;
  return typeof handle === "string" || typeof handle === "number" ? String(handle) : "";
}

const shellTools: ReadonlySet<string> = new Set([
  "bash",
  "exec_command",
  "shell",
  "shell_command",
  "local_shell",
  "container.exec",
  "powershell",
]);

function attemptOf(call: ToolCall, at: { index: number; own: Repository | null }): Attempt | null {
  const { index, own } = at;
  if (shellTools.has(call.name.toLowerCase())) {
    const line = readCreatingLine(commandOf(call.input));
    return line && { index, evidenceOf: (result) => shellEvidence(line, result, own) };
  }
  if (!/^mcp__.+__create_pull_request$/.test(call.name)) return null;
  const { owner, repo } = fieldsOf(call.input);
  const named = { owner: String(owner), repo: String(repo) };
  if (!isSameRepository(named, own)) return null;
  return { index, evidenceOf: (result) => toolEvidence(result, named) };
}

/** The command in the input of a CLI's shell tool: a line, or the words of one. */
function commandOf(input: unknown): string {
  const { command, cmd } = fieldsOf(input);
  const given = command ?? cmd;
  if (typeof given === "string") return given;
  if (!Array.isArray(given)) return "";
  const words = given.map(String);
  return /^-l?c$/.test(words[1] ?? "") ? (words[2] ?? "") : words.join(" ");
}

const fieldsOf = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null ? { ...input } : {};

function toolEvidence(result: ToolResult, named: Repository): FoundPullRequest[] {
  const [first] = result.isError ? [] : linksIn(result.text);
  return first && isSameRepository(first, named) ? [{ ...first, evidence: "mcp_created" }] : [];
}

function shellEvidence(line: CreatingLine, result: ToolResult, own: Repository | null): FoundPullRequest[] {
  const existing = existingLinks(result.text);
  const known = new Set(existing.map(({ url }) => url));
  const created = createdLinks(line, result, own).filter(({ url }) => !known.has(url));
  return [
    ...created.map((link) => ({ ...link, evidence: "created" as const })),
    ...existing
      .filter((link) => isAllowed(link, line.targets, { own, strict: true }))
      .map((link) => ({ ...link, evidence: "re_created" as const })),
  ];
}

/** Only a loop creates more than the line asks for. If the line also lists others, the extra links are ignored. */
function createdLinks(line: CreatingLine, result: ToolResult, own: Repository | null): PullRequestLink[] {
  const strict = result.isError;
  if (strict && (!line.laterCommandMayHaveFailed || line.lists)) return [];
  const links = printedLinks(result.text).filter((link) => isAllowed(link, line.targets, { own, strict }));
  const most = strict ? 1 : line.targets.length;
  if (links.length <= most || (line.loops && !line.lists && !strict)) return links;
  return line.lists ? [] : links.slice(-most);
}

/** URLs as commands print them: in a field of JSON, alone on a line, or else anywhere. */
function printedLinks(text: string): PullRequestLink[] {
  const field = new RegExp(`"html_url"\\s*:\\s*"(${linkPattern})"`, "i").exec(text)?.[1];
  if (field !== undefined) return linksIn(field);
  const alone = linksIn(
    text.match(new RegExp(`^[ \\t]*${linkPattern}[ \\t]*\\r?$`, "gim"))?.join("\n") ?? "",
  );
  return alone.length > 0 ? alone : linksIn(text);
}

/** What `gh pr create` prints for a branch that already has a pull request. */
function existingLinks(text: string): PullRequestLink[] {
  const matches = text.matchAll(new RegExp(`already exists[^]{0,160}?(${linkPattern})`, "gi"));
  return [...matches].flatMap(([, url]) => linksIn(url ?? ""));
}

/** If `strict`, a command without a repository counts only for the session's own. */
function isAllowed(
  link: PullRequestLink,
  targets: readonly Target[],
  { own, strict }: { own: Repository | null; strict: boolean },
): boolean {
  return targets.some((target) => {
    if (target === "any") return !strict || isSameRepository(link, own);
    return isSameRepository(link, target === "own" ? own : target);
  });
}
