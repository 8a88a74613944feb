import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
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
 * What `isUnchanged` compares: the contents of the files, and their sizes and times, which are known sooner.
 * @param {string} root
 * @param {string[]} files relative to root
 */
export const stampOf = (root, files) => ({ sources: hashFiles(root, files), times: hashTimes(root, files) });

/**
 * Whether the files are those that `stamp` records. Their contents are read only if a size or a time differs.
 * @param {string} stamp
 * @param {string} root
 * @param {string[]} files relative to root
 */
export function isUnchanged(stamp, root, files) {
  if (isStamped(stamp, { times: hashTimes(root, files) })) return true;
  const now = stampOf(root, files);
  if (!isStamped(stamp, { sources: now.sources })) return false;
  writeStamp(stamp, now);
  return true;
}

/**
 * @param {string} root
 * @param {string[]} files relative to root
 */
function hashTimes(root, files) {
  const hash = createHash("sha256");
  for (const file of [...files].sort()) {
    const { size, mtimeNs } = statSync(join(root, file), { bigint: true });
    hash.update(`${file}\0${size}\0${mtimeNs}\0`);
  }
  return hash.digest("hex");
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
