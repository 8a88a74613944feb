import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Disk } from "./tracked-files.ts";
import { type Ignores, parseGitignore } from "./gitignore.ts";

const MAX_DEPTH = 3;
const MAX_FILES = 2_000;
const skipped = new Set(["node_modules", "dist", "build", "coverage", "target", "vendor"]);

/**
 * The JSON files of a catalog folder, at most three folders down, sorted by relative path. Hidden names, build
 * output, links to folders and what the folder's own .gitignore names are left out.
 */
export async function jsonFilesIn(root: string, disk: Disk): Promise<string[]> {
  const ignores = parseGitignore((await disk.text(join(root, ".gitignore"))) ?? "");
  const found: string[] = [];
  await visit({ root, relative: "", depth: 0, ignores, disk }, found);
  return found.sort().map((relative) => join(root, relative));
}

interface Visit {
  root: string;
  relative: string;
  depth: number;
  ignores: Ignores;
  disk: Disk;
}

async function visit(at: Visit, found: string[]): Promise<void> {
  const folder = join(at.root, at.relative);
  await at.disk.look(folder);
  for (const item of await readdir(folder, { withFileTypes: true })) {
    const relative = at.relative === "" ? item.name : `${at.relative}/${item.name}`;
    if (isSkipped(item, relative, at.ignores)) continue;
    if (item.isDirectory() && at.depth < MAX_DEPTH) {
      await visit({ ...at, relative, depth: at.depth + 1 }, found);
    } else if (!item.isDirectory() && item.name.endsWith(".json")) {
      found.push(relative);
    }
    if (found.length > MAX_FILES) throw new Error(`holds more than ${MAX_FILES} JSON files`);
  }
}

function isSkipped(item: Dirent, relative: string, ignores: Ignores): boolean {
  if (item.name.startsWith(".") || skipped.has(item.name)) return true;
  return ignores(relative, item.isDirectory());
}
