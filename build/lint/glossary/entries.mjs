/** @typedef {{ word: string, term: string, pattern: RegExp, inNames: boolean, inText: boolean, folder: string }} Entry */

const MARKER = /^(.*?)\s*(?:\((names|text)(?: in ([\w./-]+))?\))?$/;

/**
 * What the tables of docs/glossary.md say to avoid, and the folders that they name.
 * @param {string} markdown
 * @returns {{ entries: Entry[], folders: string[], problems: string[] }}
 */
export function readGlossary(markdown) {
  const rows = tableRows(markdown);
  const entries = rows.flatMap(({ Term, Say, Avoid = "" }) =>
    cellEntries(Avoid, Term ?? Say ?? "").filter(({ word }) => word !== ""),
  );
  const folders = rows.flatMap(({ Where = "" }) =>
    [...Where.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""),
  );
  return { entries, folders, problems: problemsOf(entries) };
}

/** @param {string} markdown @returns {Record<string, string>[]} */
function tableRows(markdown) {
  /** @type {string[]} */
  let header = [];
  return markdown.split("\n").flatMap((line) => {
    if (!line.startsWith("|")) {
      header = [];
      return [];
    }
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (header.length === 0) {
      header = cells;
      return [];
    }
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) return [];
    return [Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""]))];
  });
}

/** @param {string} cell @param {string} term @returns {Entry[]} */
function cellEntries(cell, term) {
  return cell.split(",").map((text) => {
    const [, word = "", where, folder = ""] = MARKER.exec(text.trim()) ?? [];
    return {
      word,
      term,
      pattern: patternOf(word),
      inNames: where !== "text",
      inText: where !== "names",
      folder,
    };
  });
}

/** Whole words in order, with or without a plural s; `colour*` has any ending. @param {string} word */
function patternOf(word) {
  const body = word
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[a-z]*")
    .replaceAll(" ", "[ -]");
  return new RegExp(`(?<![a-z])${body}${word.endsWith("*") ? "" : "s?"}(?![a-z])`, "g");
}

/** @param {Entry[]} entries */
function problemsOf(entries) {
  const seen = new Set();
  return entries.flatMap((entry) => {
    const key = [entry.word, entry.inNames, entry.inText, entry.folder].join();
    const isAgain = seen.has(key);
    seen.add(key);
    if (isAgain) return [`docs/glossary.md lists "${entry.word}" twice`];
    return /^[a-z][a-z’' -]*\*?$/.test(entry.word)
      ? []
      : [`docs/glossary.md: "${entry.word}" is not an entry to avoid`];
  });
}
