import { join } from "node:path";
import { filesBelow } from "../../lib/names-in.ts";

/** The newest plain rollout of a thread below `home/sessions`; the name begins with its local start time. */
export async function rolloutFile(home: string, threadId: string): Promise<string | null> {
  const own = (await rollouts(home)).filter((path) => path.endsWith(`-${threadId}.jsonl`));
  return own.at(-1) ?? null;
}

/** Every rollout below `home/sessions`, oldest first. Links, which may lead anywhere, are none. */
export async function rollouts(home: string): Promise<string[]> {
  const files = await filesBelow(join(home, "sessions"));
  return files
    .filter(({ name }) => name.endsWith(".jsonl"))
    .map(({ path }) => path)
    .sort();
}

/** Where the CLI keeps its rollouts. */
export const recordFolders = (home: string | null): string[] =>
  home === null ? [] : ["sessions", "archived_sessions"].map((folder) => join(home, folder));
