import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The newest plain rollout of a thread below `home/sessions`; the name begins with its local start time. */
export async function rolloutFile(home: string, threadId: string): Promise<string | null> {
  const root = join(home, "sessions");
  const names = await readdir(root, { recursive: true }).catch(() => []);
  const own = names.filter((name) => name.endsWith(`-${threadId}.jsonl`)).sort();
  const newest = own.at(-1);
  return newest === undefined ? null : join(root, newest);
}

/** Where the CLI keeps its rollouts. */
export const recordFolders = (home: string | null): string[] =>
  home === null ? [] : ["sessions", "archived_sessions"].map((folder) => join(home, folder));
