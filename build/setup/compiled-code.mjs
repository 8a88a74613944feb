import { mkdir, readdir, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

const dayMs = 24 * 60 * 60_000;
const unusedMs = 7 * dayMs;

/**
 * Where Node caches compiled code with its types stripped.
 * @param {string} root
 */
export const compiledCode = (root) => join(root, "node_modules", ".cache", "signalbox");

/**
 * Removes what nothing has read for a week, such as the cache of another version or of files from one test. Node itself
 * only adds. Checks once a day and leaves what cannot be removed.
 * @param {string} folder
 * @param {number} now
 */
export async function pruneCompiledCode(folder, now) {
  const marker = join(folder, "looked-through");
  if (now - (await lastUse(marker)) < dayMs) return;
  await mkdir(folder, { recursive: true });
  await writeFile(marker, "");
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
  await rmdir(folder).catch(() => undefined); // Usually still in use.
}

/**
 * Returns 0 if there is no such file.
 * @param {string} file
 */
async function lastUse(file) {
  const found = await stat(file).catch(() => null);
  return found === null ? 0 : Math.max(found.atimeMs, found.mtimeMs);
}
