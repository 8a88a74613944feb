import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/**
 * @typedef {{ version: string, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest
 */

/** @param {string} folder @returns {Manifest} */
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/**
 * The folder of a package as Node finds it from another one; null if it is not installed.
 * @param {string} root
 * @param {string} from
 * @param {string} name
 */
function find(root, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
    if (folder === root) return null;
  }
}

/**
 * The packages that the named ones need, with themselves, as folders relative to the root. `apart` stay out with what only
 * they need, since npm has to choose their files for each machine.
 * @param {string} root
 * @param {readonly string[]} names
 * @param {readonly string[]} apart
 * @returns {string[]}
 */
export function closure(root, names, apart) {
  /** @type {Set<string>} */
  const folders = new Set();
  /** @param {string} from @param {string} name @param {boolean} isOptional */
  function add(from, name, isOptional) {
    if (apart.includes(name)) return;
    const folder = find(root, from, name);
    if (folder === null) {
      if (isOptional) return;
      throw new Error(`${name} is not installed, but ${relative(root, from) || "package.json"} needs it`);
    }
    const path = relative(root, folder).replaceAll("\\", "/");
    if (folders.has(path)) return;
    folders.add(path);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(folder, needed, needed in optionalDependencies);
  }
  for (const name of names) add(root, name, false);
  return [...folders].sort();
}

/** What a package never reads while it runs: types, maps, the sources of what is built, and its own tests. */
const unread =
  /\.(?:d\.[cm]?ts|map|tsbuildinfo|flow)$|(?:^|\/)(?:binding\.gyp|deps|src\/(?=.*\.(?:c|cpp|hpp|lzz)$))|^(?:CHANGELOG|HISTORY|README)[^/]*$/i;

/** @param {string} path relative to its package */
export const isRead = (path) => !unread.test(path);
