import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Ignores, parseGitignore } from "./gitignore.ts";
import type { TrackedFiles } from "./tracked-files.ts";

const MAX_DEPTH = 3;
export const MAX_FILES = 2_000;
const skipped = new Set(["node_modules", "dist", "build", "coverage", "target", "vendor"]);

/**
 * Lists the JSON files of a catalog folder, at most three folders deep, sorted by relative path. Leaves out hidden
 * names, build output, links to folders and what the folder's own .gitignore excludes. Returns null if there are more
 * than `MAX_FILES`.
 */
export async function listJsonFiles(root: string, files: TrackedFiles): Promise<string[] | null> {
  const ignores = parseGitignore((await files.readText(join(root, ".gitignore"))) ?? "");
  const found: string[] = [];
  await visit({ root, relative: "", depth: 0, ignores, files }, found);
  return found.length > MAX_FILES ? null : found.sort().map((relative) => join(root, relative));
}

interface Visit {
  root: string;
  relative: string;
  depth: number;
  ignores: Ignores;
  files: TrackedFiles;
}

async function visit(at: Visit, found: string[]): Promise<void> {
  const folder = join(at.root, at.relative);
  await at.files.stat(folder);
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const relative = at.relative === "" ? item.name : `${at.relative}/${item.name}`;
    if (isSkipped(item, relative, at.ignores)) continue;
    if (item.isDirectory() && at.depth < MAX_DEPTH) {
      await visit({ ...at, relative, depth: at.depth + 1 }, found);
    } else if (!item.isDirectory() && item.name.endsWith(".json")) {
      found.push(relative);
    }
    if (found.length > MAX_FILES) return;
  }
}

function isSkipped(item: Dirent, relative: string, ignores: Ignores): boolean {
  if (item.name.startsWith(".") || skipped.has(item.name)) return true;
  return ignores(relative, item.isDirectory());
}
