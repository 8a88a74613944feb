import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { stringsIn } from "../../strings/extract.mjs";
import { parseSource, sourceFiles } from "../../strings/sources.mjs";
import { declaredNames, wordsOf } from "./names.mjs";

/** @typedef {import("./entries.mjs").Entry} Entry */
/** @typedef {{ file: string, line: number, kind: "name" | "text" | "path", where: string, word: string, term: string }} Finding */

const ROOTS = ["server", "main", "renderer", "test", "build"];
const SOURCE = /\.(tsx?|mjs|cjs)$/;

/**
 * Every use of a word to avoid in the names and texts below `root`.
 * @param {string} root
 * @param {Entry[]} entries
 * @returns {Finding[]}
 */
export function findUses(root, entries) {
  const shown = new Set(sourceFiles(root));
  const files = ROOTS.flatMap((folder) => pathsBelow(root, folder));
  return files.flatMap((path) => [
    ...usesInPath(path, entries),
    ...(SOURCE.test(path) ? usesInFile(path, { root, entries, isShown: shown.has(path) }) : []),
  ]);
}

/**
 * Files and folders, relative to `root`.
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function pathsBelow(root, folder) {
  const entries = (() => {
    try {
      return readdirSync(join(root, folder), { withFileTypes: true });
    } catch {
      return [];
    }
  })();
  return entries.flatMap((entry) => {
    if (["node_modules", "artifacts"].includes(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? [path, ...pathsBelow(root, path)] : [path];
  });
}

/** @param {string} path @param {Entry[]} entries @returns {Finding[]} */
function usesInPath(path, entries) {
  const name = path.split("/").at(-1) ?? "";
  return entries
    .filter((entry) => entry.inNames && isBelow(path, entry.folder))
    .flatMap((entry) => times({ file: path, line: 0, kind: "path", where: name }, wordsOf(name), entry));
}

/**
 * @param {string} file
 * @param {{ root: string, entries: Entry[], isShown: boolean }} options
 * @returns {Finding[]}
 */
function usesInFile(file, { root, entries, isShown }) {
  const code = readFileSync(join(root, file), "utf8");
  const words = wordsOf(code.replaceAll(/[’']/g, ""));
  // Most files use none of the words at all, and need no parsing.
  const possible = entries.filter((entry) => isBelow(file, entry.folder) && matches(words, entry) > 0);
  if (possible.length === 0) return [];
  const source = parseSource(file, code);
  const names = declaredNames(source).flatMap(({ line, name }) =>
    possible
      .filter(({ inNames }) => inNames)
      .flatMap((entry) => times({ file, line, kind: "name", where: name }, wordsOf(name), entry)),
  );
  if (!isShown) return names;
  const texts = stringsIn(source).flatMap(({ line, text }) =>
    possible
      .filter(({ inText }) => inText)
      .flatMap((entry) => times({ file, line, kind: "text", where: text }, text.toLowerCase(), entry)),
  );
  return [...names, ...texts];
}

/** @param {string} path @param {string} folder */
const isBelow = (path, folder) => folder === "" || path.startsWith(`${folder}/`);

/** @param {string} words @param {Entry} entry */
const matches = (words, { pattern }) => words.match(pattern)?.length ?? 0;

/**
 * @param {Omit<Finding, "word" | "term">} use
 * @param {string} words
 * @param {Entry} entry
 * @returns {Finding[]}
 */
const times = (use, words, entry) =>
  Array.from({ length: matches(words, entry) }, () => ({ ...use, word: entry.word, term: entry.term }));
