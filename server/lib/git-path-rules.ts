/**
 * A path as git has it: one character for each of its bytes, as a name on a disk need not be text. Only `shownPath` makes text
 * of one that leaves the service, and only `pathOfShown` takes one back.
 */
export type GitPath = string;

export const gitPathOf = (bytes: Uint8Array): GitPath => Buffer.from(bytes).toString("latin1");
export const bytesOfPath = (path: GitPath): Buffer => Buffer.from(path, "latin1");

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Control characters, and those that are invisible or turn the order of what follows them. */
const unshowable = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\u200b\ufeff]/u;

/**
 * The path as text. A name that is not UTF-8, or that would not look like what it is, is in quotes with escapes, as git writes
 * it (`"caf\351.txt"`). So is every name that begins with a quote, so that the text names one path only.
 */
export function shownPath(path: GitPath): string {
  const text = textOf(path);
  return text === null || text.startsWith('"') || unshowable.test(text) ? quoted(path) : text;
}

/** The path that a text from `shownPath` names; null if its quotes or escapes are not git's. */
export function pathOfShown(shown: string): GitPath | null {
  return shown.startsWith('"') ? unquoted(shown) : gitPathOf(Buffer.from(shown, "utf8"));
}

function textOf(path: GitPath): string | null {
  try {
    return strict.decode(bytesOfPath(path));
  } catch {
    return null;
  }
}

const letters: Readonly<Record<string, string>> = {
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  '"': '"',
  "\\": "\\",
};
const characters = new Map(Object.entries(letters).map(([character, letter]) => [letter, character]));

const quoted = (path: GitPath): string => {
  const escaped = path.replaceAll(/[^ !#-[\]-~]/g, (character) => {
    return `\\${letters[character] ?? character.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `"${escaped}"`;
};

const wellQuoted = /^"(?:[^"\\]|\\[abtnvfr"\\]|\\[0-3][0-7]{2})*"$/;

function unquoted(shown: string): GitPath | null {
  if (!wellQuoted.test(shown)) return null;
  // Text between the escapes stands for its bytes.
  const inside = gitPathOf(Buffer.from(shown.slice(1, -1), "utf8"));
  return inside.replaceAll(/\\([0-7]{3}|.)/g, (_all, code: string) => {
    return characters.get(code) ?? String.fromCharCode(Number.parseInt(code, 8));
  });
}
