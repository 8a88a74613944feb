import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * One hash over the names and contents of `files`.
 * @param {string} root
 * @param {string[]} files relative to root
 */
export function hashFiles(root, files) {
  const hash = createHash("sha256");
  for (const file of [...files].sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Every file below `folder`, relative to root. Returns [] if the folder is missing.
 * @param {string} root
 * @param {string} folder
 */
export function filesBelow(root, folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch {
    return [];
  }
}

/**
 * Whether `file` records exactly `facts`.
 * @param {string} file
 * @param {Record<string, string>} facts
 */
export function isStamped(file, facts) {
  try {
    const stamped = JSON.parse(readFileSync(file, "utf8"));
    return Object.entries(facts).every(([name, value]) => stamped[name] === value);
  } catch {
    return false;
  }
}

/**
 * @param {string} file
 * @param {Record<string, string>} facts
 */
export function writeStamp(file, facts) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(facts, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/** @param {string} file */
export function removeStamp(file) {
  rmSync(file, { force: true });
}
