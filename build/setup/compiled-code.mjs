import { mkdir, readdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

const dayMs = 24 * 60 * 60_000;
const unusedMs = 7 * dayMs;

/**
 * Where the tasks have Node keep code that is compiled and stripped of its types.
 * @param {string} root
 */
export const compiledCode = (root) => join(root, "node_modules", ".cache", "signalbox");

/**
 * Removes what nothing has read for a week: another version's, and that of files that were there for one test. Node
 * itself only adds. Looks once a day; what cannot be removed stays.
 * @param {string} folder
 * @param {number} now
 */
export async function pruneCompiledCode(folder, now) {
  const looked = join(folder, "looked-through");
  if (now - (await lastUse(looked)) < dayMs) return;
  await mkdir(folder, { recursive: true });
  await writeFile(looked, "");
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await pruneVersion(join(folder, entry.name), now);
}

/**
 * @param {string} folder
 * @param {number} now
 */
async function pruneVersion(folder, now) {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (now - (await lastUse(file)) > unusedMs) await rm(file, { force: true });
  }
  await rmdir(folder).catch(() => undefined); // In use, mostly.
}

/**
 * 0 where there is no such file.
 * @param {string} file
 */
async function lastUse(file) {
  const found = await stat(file).catch(() => null);
  return found === null ? 0 : Math.max(found.atimeMs, found.mtimeMs);
}
