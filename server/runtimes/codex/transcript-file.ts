import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isRealFolder } from "../../lib/exists.ts";

/** The newest plain rollout of a thread below `home/sessions`; the name begins with its local start time. */
export async function rolloutFile(home: string, threadId: string): Promise<string | null> {
  const own = (await rollouts(home)).filter((path) => path.endsWith(`-${threadId}.jsonl`));
  return own.at(-1) ?? null;
}

/** Every rollout below `home/sessions`, oldest first. Links, which may lead anywhere, are none. */
export async function rollouts(home: string): Promise<string[]> {
  const root = join(home, "sessions");
  if (!(await isRealFolder(root))) return [];
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Where the CLI keeps its rollouts. */
export const recordFolders = (home: string | null): string[] =>
  home === null ? [] : ["sessions", "archived_sessions"].map((folder) => join(home, folder));
