import { text as words } from "./text.ts";

/** A matching line, or one of its context. */
interface FoundLine {
  /** The line number; null if the search did not list it. */
  number: number | null;
  text: string;
  isMatch: boolean;
}

export interface FoundFile {
  /** Empty if one file was searched and the result does not name it. */
  path: string;
  lines: readonly FoundLine[];
}

export interface FoundLink {
  title: string;
  url: string;
}

/** The result of a search. */
export interface Found {
  files: readonly FoundFile[];
  links: readonly FoundLink[];
  /** Other output of the tool. */
  rest: string;
}

/** The lines before the output of a command, in which Codex reports how it went. */
const head = /^(?:Chunk ID|Wall time|Exit code|Process exited|Original token count|Total output lines)\b.*\n/;
const outputMark = /^Output:\n/;

/** The output alone, without such lines. */
function withoutHead(text: string): string {
  let left = text;
  for (let line = head.exec(left); line; line = head.exec(left)) left = left.slice(line[0].length);
  return left === text ? text : left.replace(outputMark, "");
}

const searchCommand = /^(?:cd\s+\S+\s*&&\s*)?(?:rg|grep|egrep|fgrep|git grep|ag|ack)\s/;

/** Whether a shell command searches files and only cuts or sorts its results. */
export function isSearchCommand(command: string): boolean {
  const [search = "", ...then] = command.trim().split(/\s\|\s/);
  return (
    searchCommand.test(search) &&
    !/[;\n]|\|\|/.test(search) &&
    then.every((part) => /^(?:head|tail|sort)\b/.test(part))
  );
}

const tooLong = 200_000;

/** Reads the result of a search; null if it is not one. */
export function foundIn(given: string): Found | null {
  if (given.length > tooLong) return null;
  const text = withoutHead(given);
  return linksIn(text) ?? linesIn(text);
}

/** `path:12:text`, or `12:text` if one file was searched. */
const match = /^(?:((?:[A-Za-z]:[\\/])?[^:\n]+):)?(\d+):(.*)$/;
const beside = /-(\d+)-/g;
const own = /^(\d+)-(.*)$/;

/** Reads a context line, using the files with matches, because file names can contain dashes. */
function lineBeside(line: string, known: ReadonlySet<string>): (FoundLine & { path: string }) | null {
  for (const { 0: mark, 1: number, index } of line.matchAll(beside)) {
    const path = line.slice(0, index);
    if (known.has(path))
      return { path, number: Number(number), text: line.slice(index + mark.length), isMatch: false };
  }
  const [, number, text] = (known.has("") && own.exec(line)) || [];
  return text === undefined ? null : { path: "", number: Number(number), text, isMatch: false };
}

/** `src/a.ts`: a path, not a sentence. */
const path = /^(?:[A-Za-z]:)?[^\s:|<>"*?]*[/\\.][^\s:|<>"*?]*[^\s:|<>"*?.,;!]$/;
const isPath = (line: string): boolean => path.test(line);

function linesIn(text: string): Found | null {
  const lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const matches = lines.map((line) => match.exec(line));
  const known = new Set(matches.flatMap((found) => (found ? [found[1] ?? ""] : [])));
  return known.size > 0 ? matchesIn(lines, matches, known) : pathsIn(lines);
}

function matchesIn(
  lines: readonly string[],
  matches: readonly (RegExpExecArray | null)[],
  known: ReadonlySet<string>,
): Found | null {
  const files = new Map<string, FoundLine[]>([...known].map((file) => [file, []]));
  const rest: string[] = [];
  let read = 0;
  for (const [at, line] of lines.entries()) {
    const [, file = "", number, text] = matches[at] ?? [];
    const found =
      text === undefined
        ? lineBeside(line, known)
        : { path: file, number: Number(number), text, isMatch: true };
    if (found) {
      read += 1;
      files.get(found.path)?.push({ number: found.number, text: found.text, isMatch: found.isMatch });
    } else if (line !== "--" && line.trim() !== "") rest.push(line);
  }
  if (rest.length > read) return null;
  const inOrder = [...files].map(([file, matches]) => ({ path: file, lines: matches }));
  return { files: inOrder, links: [], rest: rest.join("\n") };
}

/** A list of files, apart from the lines above and below it. */
function pathsIn(lines: readonly string[]): Found | null {
  const said = lines.filter((line) => line.trim() !== "");
  const first = said.findIndex(isPath);
  const last = said.findLastIndex(isPath);
  const files = said.slice(first, last + 1);
  const rest = [...said.slice(0, Math.max(first, 0)), ...said.slice(last + 1)];
  if (first < 0 || !files.every(isPath) || rest.length > 3) return null;
  return { files: files.map((file) => ({ path: file, lines: [] })), links: [], rest: rest.join("\n") };
}

const linkList = /^Links: (\[.*\])$/gm;

/** The links of a web search, `Links:` followed by JSON, with the summary of the tool. */
function linksIn(text: string): Found | null {
  const links = [...text.matchAll(linkList)].flatMap(([, list = ""]) => readLinks(list));
  if (links.length === 0) return null;
  return { files: [], links, rest: text.replace(linkList, "").trim() };
}

function readLinks(list: string): FoundLink[] {
  try {
    const items = JSON.parse(list) as readonly unknown[];
    return items.flatMap((item) => {
      const { title, url } = item as { title?: unknown; url?: unknown };
      // Other kinds of URL could run code.
      if (typeof url !== "string" || !/^https?:/i.test(url) || !URL.canParse(url)) return [];
      return [{ title: typeof title === "string" && title !== "" ? title : url, url }];
    });
  } catch {
    return [];
  }
}

/** How much was found. */
export function resultCount({ files, links }: Found): string {
  const matches = files.reduce((sum, { lines }) => sum + lines.filter(({ isMatch }) => isMatch).length, 0);
  if (links.length > 0) return words.search.pages(links.length);
  const inFiles = words.search.files(files.length);
  return matches === 0 ? inFiles : words.search.linesIn(matches, inFiles);
}

/** The files and lines that fit into `most` lines, file names included, and the number of hidden lines. */
export function firstOf(files: readonly FoundFile[], most: number): { shown: FoundFile[]; hidden: number } {
  const shown: FoundFile[] = [];
  let [left, hidden] = [most, 0];
  for (const { path: file, lines } of files) {
    const room = Math.max(left - 1, 0);
    if (left > 0) shown.push({ path: file, lines: lines.slice(0, room) });
    hidden += Math.max(lines.length - room, 0) + (left > 0 ? 0 : 1);
    left -= 1 + lines.length;
  }
  return { shown, hidden };
}
