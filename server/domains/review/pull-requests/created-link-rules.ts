import type { ToolResult } from "./attempt-rules.ts";
import type { CreatingLine, Target } from "./command-rules.ts";
import { isOneOf, isSameRepository, type Repository } from "./link-rules.ts";

export interface LinkKind<Link extends Repository> {
  /** The URL of one, as the source of a regular expression. */
  pattern: string;
  linksIn(text: string): Link[];
}

/** Only a loop creates more than the line asks for. If the line also lists others, the extra links are ignored. */
export function createdLinks<Link extends Repository>(
  line: CreatingLine,
  result: ToolResult,
  { own, kind }: { own: readonly Repository[]; kind: LinkKind<Link> },
): Link[] {
  const strict = result.isError;
  if (strict && (!line.laterCommandMayHaveFailed || line.lists)) return [];
  const links = printedLinks(result.text, kind).filter((link) =>
    isAllowed(link, line.targets, { own, strict }),
  );
  const most = strict ? 1 : line.targets.length;
  if (links.length <= most || (line.loops && !line.lists && !strict)) return links;
  return line.lists ? [] : links.slice(-most);
}

/** URLs as commands print them: in a field of JSON, alone on a line, or else anywhere. */
function printedLinks<Link extends Repository>(text: string, { pattern, linksIn }: LinkKind<Link>): Link[] {
  const field = new RegExp(`"html_url"\\s*:\\s*"(${pattern})"`, "i").exec(text)?.[1];
  if (field !== undefined) return linksIn(field);
  const alone = linksIn(text.match(new RegExp(`^[ \\t]*${pattern}[ \\t]*\\r?$`, "gim"))?.join("\n") ?? "");
  return alone.length > 0 ? alone : linksIn(text);
}

/** If `strict`, a command without a repository counts only for the session's own ones. */
export function isAllowed(
  link: Repository,
  targets: readonly Target[],
  { own, strict }: { own: readonly Repository[]; strict: boolean },
): boolean {
  return targets.some((target) => {
    if (target === "any") return !strict || isOneOf(link, own);
    return target === "own" ? isOneOf(link, own) : isSameRepository(link, target);
  });
}
