/** One simple command of a shell line, with what stands between it and the next. */
export interface Segment {
  /** Quotes and escapes taken off; what is computed stays as `$NAME` or `$()`. */
  words: readonly string[];
  followedBy: Separator;
}

export type Separator = "&&" | "||" | "|" | ";" | "end";

/** `sure` is false where quotes do not pair, so that the line was cut crudely. */
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
 * The simple commands of a shell line, in the order they are written: substitutions and scripts handed to a shell
 * in place, bodies of here-documents left out.
 */
export function shellLine(text: string): ShellLine {
  const segments = text.length > longestLine ? null : scan(text);
  if (segments === null) return { segments: crudeSegments(text), sure: false };
  return { segments: segments.flatMap((segment) => withScript(segment, deepestScript)), sure: true };
}

/** The words from the program on, without assignments, keywords and programs that run another. */
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

/** What `sh -c` or `eval` is given to run. */
function scriptOf([program = "", ...rest]: readonly string[]): string | undefined {
  if (program === "eval") return rest.join(" ");
  if (!shell.test(program)) return undefined;
  const flag = rest.findIndex((word) => /^-\w*c$/.test(word));
  return flag === -1 ? undefined : rest[flag + 1];
}

function crudeSegments(text: string): Segment[] {
  return text.split(/&&|\|\||[;|\n]/).map((part) => ({
    words: part.replaceAll(/["']/g, "").trim().split(/\s+/),
    followedBy: "end",
  }));
}

/** Null where a quote or a parenthesis is never closed. */
function scan(text: string): Segment[] | null {
  const segments: Segment[] = [];
  const reader = tokenReader(text);
  let depth = 0;

  /** Up to the closing quote; null where there is none. */
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

  /** By kind of token; false where something that it opens is never closed. */
  const takers: Readonly<Record<string, (found: string, line: OpenLine) => boolean>> = {
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
  const take = ({ kind, found }: Token, line: OpenLine): boolean =>
    takers[kind]?.(found, line) ?? line.blank();

  /** Reads on to `closer`, or to the end of the text where that is null. */
  function level(closer: string | null): boolean {
    if (depth > deepestNesting) return false;
    depth += 1;
    const line = openLine(segments);
    for (let read = reader.next(); read !== null; read = reader.next()) {
      if (read.found === closer && line.isFlat()) {
        depth -= 1;
        return line.end("end");
      }
      if (!take(read, line)) return false;
    }
    line.end("end");
    return closer === null;
  }

  return level(null) ? segments : null;
}

/** What stands for the output of a command inside a word. */
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
    /** A here-document goes to the line that is its tag alone, or to the end. */
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

/** Gathers words into segments; whatever could go on after it answers true. */
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
    // What follows a closing parenthesis follows the command before it.
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
