/** Separates a finding from the file it starts with. The file is null if it is not one of those that were read. */
export function splitSentence(
  sentence: string,
  files: readonly string[],
): { file: string | null; text: string } {
  const named = files.filter((file) => sentence.startsWith(`${file}:`));
  const file = named.toSorted((a, b) => b.length - a.length)[0] ?? null;
  return file === null ? { file, text: sentence } : { file, text: sentence.slice(file.length + 1).trim() };
}

const quoted = (name: string): RegExp =>
  new RegExp(`"${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}"\\s*:`, "g");

/** The position of a key in a JSON text, from `after` on; -1 if it is not there. */
function keyAt(text: string, name: string, after = 0): number {
  const pattern = quoted(name);
  pattern.lastIndex = after;
  return pattern.exec(text)?.index ?? -1;
}

const lineAt = (text: string, position: number): number => text.slice(0, position).split("\n").length;

/** Where the parser failed, found by the ten characters it quotes on each side; null if it quotes none. */
function excerptAt(text: string, problem: string): number | null {
  const [, cut, shown] =
    /(\.\.\.)?"([\s\S]+)"(?:\.\.\.)? is not valid JSON/.exec(problem.slice(problem.indexOf(", "))) ?? [];
  const at = shown === undefined ? -1 : text.indexOf(shown);
  return at < 0 ? null : at + (cut === undefined ? 0 : 10);
}

/** The line of a JSON file that a finding is about: the parser's, that of an entry, or that of a field. */
export function lineOf(text: string, problem: string): number | null {
  const parser = /\(line (\d+) column \d+\)/.exec(problem)?.[1];
  if (parser !== undefined) return Number(parser);
  const position = /at position (\d+)/.exec(problem)?.[1];
  if (position !== undefined) return lineAt(text, Number(position));
  const excerpt = excerptAt(text, problem);
  if (excerpt !== null) return lineAt(text, excerpt);
  // Named by id alone or with its kind: plugin "kit", MCP server "clock".
  const entry = /^(?:[A-Za-z]+ ){0,2}"([^"]+)":?\s*/.exec(problem);
  const entryAt = entry ? keyAt(text, entry[1] ?? "") : -1;
  const field = /^([A-Za-z_$][\w$]*)/.exec(entry ? problem.slice(entry[0].length) : problem)?.[1];
  const fieldAt = field === undefined ? -1 : keyAt(text, field, Math.max(entryAt, 0));
  const found = fieldAt >= 0 ? fieldAt : entryAt;
  return found < 0 ? null : lineAt(text, found);
}
