/** One simple command of a shell line, with the separator after it. */
export interface Segment {
  /** Without quotes and escapes; expansions stay as `$NAME` or `$()`. */
  words: readonly string[];
  followedBy: Separator;
}

export type Separator = "&&" | "||" | "|" | ";" | "end";

/** `sure` is false if quotes are unbalanced, so that the line was only split roughly. */
export interface ShellLine {
  segments: readonly Segment[];
  sure: boolean;
}

const longestLine = 100_000;
const deepestScript = 3;
const deepestNesting = 50;

const separators: Readonly<Record<string, Separator>> = {
  "&&": "&&",
  "||": "||",
  "|": "|",
  "|&": "|",
  ";": ";",
  "&": ";",
  "\n": ";",
};

const token = new RegExp(
  [
    String.raw`(?<blank>[ \t]+|\\\n)`,
    String.raw`(?<comment>(?<=^|[\s;&|(])#[^\n]*)`,
    String.raw`(?<herestring><<<)`,
    String.raw`(?<heredoc><<-?[ \t]*\\?["']?[A-Za-z_][\w.-]*["']?)`,
    String.raw`(?<redirect>&>>?|(?:>>|>\||<>|[<>])(?:&(?:\d+|-)?)?)`,
    String.raw`(?<quoted>\$'(?:\\[^]|[^'\\])*'|'[^']*')`,
    String.raw`(?<double>")`,
    String.raw`(?<substitution>\$\(|${"`"})`,
    String.raw`(?<paren>[()])`,
    String.raw`(?<separator>&&|\|\||\|&|[;|&\n])`,
    "(?<unclosed>')",
    String.raw`(?<escape>\\[^])`,
    String.raw`(?<plain>[^\s'"\\$${"`"};|&()<>]+|[^])`,
  ].join("|"),
  "y",
);

/**
 * The simple commands of a shell line in written order, with substitutions and scripts for a shell expanded in place and
 * without the bodies of here-documents.
 */
export function shellLine(text: string): ShellLine {
  const segments = text.length > longestLine ? null : scan(text);
  if (segments === null) return { segments: roughSegments(text), sure: false };
  return { segments: segments.flatMap((segment) => withScript(segment, deepestScript)), sure: true };
}

/** The words from the program on, without assignments, keywords and wrappers such as `sudo`. */
export function programWords(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !isPrefix(word));
  return start === -1 ? [] : words.slice(start);
}

const prefix =
  /^(?:\w+=.*|if|then|elif|else|do|while|until|!|\{|time|env|command|exec|nohup|sudo|timeout|xargs|-[\w-]*|\d+(?:\.\d+)?[smhd]?)$/s;
const isPrefix = (word: string): boolean => prefix.test(word);

const shell = /^(?:.*\/)?(?:ba|z|da|k)?sh$/;

function withScript(segment: Segment, depth: number): Segment[] {
  const script = depth > 0 ? scriptOf(programWords(segment.words)) : undefined;
  const inner = script === undefined ? null : scan(script);
  if (inner === null) return [segment];
  const [last, ...before] = inner.flatMap((part) => withScript(part, depth - 1)).reverse();
  return last ? [...before.reverse(), { ...last, followedBy: segment.followedBy }] : [];
}

/** The script that `sh -c` or `eval` runs. */
function scriptOf([program = "", ...rest]: readonly string[]): string | undefined {
  if (program === "eval") return rest.join(" ");
  if (!shell.test(program)) return undefined;
  const flag = rest.findIndex((word) => /^-\w*c$/.test(word));
  return flag === -1 ? undefined : rest[flag + 1];
}

function roughSegments(text: string): Segment[] {
  return text.split(/&&|\|\||[;|\n]/).map((part) => ({
    words: part.replaceAll(/["']/g, "").trim().split(/\s+/),
    followedBy: "end",
  }));
}

/** null if a quote or parenthesis is not closed. */
function scan(text: string): Segment[] | null {
  const segments: Segment[] = [];
  const reader = tokenReader(text);
  let depth = 0;

  /** Reads up to the closing quote; null if there is none. */
  function doubleQuoted(): string | null {
    let words = "";
    for (let char = reader.char(); char !== ""; char = reader.char()) {
      if (char === '"') return words;
      const opener = char === "$" && reader.takes("(") ? "$(" : char;
      if (char === "\\") words += reader.char();
      else if (opener !== "$(" && opener !== "`") words += char;
      else if (level(closerOf(opener))) words += computed;
      else return null;
    }
    return null;
  }

  /** By kind of token. They return false if something that the token opens is not closed. */
  const handlers: Readonly<Record<string, (found: string, line: OpenLine) => boolean>> = {
    quoted: (found, line) => line.add(found.replace(/^\$?'/, "").slice(0, -1)),
    double(_found, line) {
      const words = doubleQuoted();
      return words !== null && line.add(words);
    },
    substitution: (found, line) => level(closerOf(found)) && line.add(computed),
    paren: (found, line) => line.nest(found === "(" ? 1 : -1),
    heredoc: (found, line) => line.awaitBody(found.replace(/^<<-?[ \t]*/, "").replaceAll(/[\\"']/g, "")),
    separator(found, line) {
      line.end(separators[found] ?? ";");
      if (found === "\n") for (const tag of line.bodies()) reader.skipBody(tag);
      return true;
    },
    unclosed: () => false,
    escape: (found, line) => line.add(found.slice(1)),
    plain: (found, line) => line.add(found),
  };
  const handle = ({ kind, found }: Token, line: OpenLine): boolean =>
    handlers[kind]?.(found, line) ?? line.blank();

  /** Reads up to `closer`, or to the end of the text if that is null. */
  function level(closer: string | null): boolean {
    if (depth > deepestNesting) return false;
    depth += 1;
    const line = openLine(segments);
    for (let read = reader.next(); read !== null; read = reader.next()) {
      if (read.found === closer && line.isFlat()) {
        depth -= 1;
        return line.end("end");
      }
      if (!handle(read, line)) return false;
    }
    line.end("end");
    return closer === null;
  }

  return level(null) ? segments : null;
}

/** Replaces the output of a command inside a word. */
const computed = "$()";
const closerOf = (opener: string): string => (opener === "$(" ? ")" : "`");

interface Token {
  kind: string;
  found: string;
}

function tokenReader(text: string) {
  let at = 0;
  return {
    next(): Token | null {
      token.lastIndex = at;
      const groups = at < text.length ? token.exec(text)?.groups : undefined;
      const [kind, found] = Object.entries(groups ?? {}).find(([, value]) => value !== undefined) ?? [];
      if (kind === undefined || found === undefined) return null;
      at += found.length;
      return { kind, found };
    },
    /** Empty at the end. */
    char: (): string => text[at++] ?? "",
    takes(char: string): boolean {
      if (text[at] !== char) return false;
      at += 1;
      return true;
    },
    /** A here-document ends at the line with only its tag, or at the end of the text. */
    skipBody(tag: string): void {
      for (let line = ""; line.trim() !== tag && at < text.length; ) {
        const end = text.indexOf("\n", at);
        line = text.slice(at, end === -1 ? text.length : end);
        at = end === -1 ? text.length : end + 1;
      }
    },
  };
}

type OpenLine = ReturnType<typeof openLine>;

/** Collects words into segments. The methods return true so that handlers can end with them. */
function openLine(segments: Segment[]) {
  let words: string[] = [];
  let word: string | null = null;
  let tags: string[] = [];
  let depth = 0;

  function blank(): true {
    if (word !== null) words.push(word);
    word = null;
    return true;
  }

  function end(followedBy: Separator): true {
    blank();
    const last = segments.at(-1);
    if (words.length > 0) segments.push({ words, followedBy });
    // A separator after a closing parenthesis belongs to the command before it.
    else if (last?.followedBy === "end") last.followedBy = followedBy;
    words = [];
    return true;
  }

  return {
    add(text: string): true {
      word = (word ?? "") + text;
      return true;
    },
    blank,
    end,
    nest(by: 1 | -1): true {
      depth += by;
      return end("end");
    },
    isFlat: (): boolean => depth <= 0,
    awaitBody(tag: string): true {
      tags.push(tag);
      return blank();
    },
    /** Tags of the here-documents that begin on the next line. */
    bodies(): string[] {
      const awaited = tags;
      tags = [];
      return awaited;
    },
  };
}
