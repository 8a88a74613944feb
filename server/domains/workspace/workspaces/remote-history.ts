import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { plainEnd } from "./plain-files.ts";
import { fetchedFrom, type History, mergedHistory, ownFrom } from "./remote-history-rules.ts";
import type { SafeGit } from "./safe-git.ts";

/** The newest of a reflog: some hundred entries. */
const mostLogBytes = 256 * 1024;
const mostLogs = 500;

/**
 * What git noted of where commits came from: which tips were fetched, and which commits were made here. An agent can write
 * these files, as it can push what it likes to a remote.
 */
export async function remoteHistory(of: Pick<SafeGit, "gitDir" | "commonDir" | "top">): Promise<History> {
  const { gitDir, commonDir, top } = of;
  const place = { at: gitDir, top };
  const common = { at: commonDir, top };
  const logs = join(commonDir, "logs/refs/remotes");
  const entries = await readdir(logs, { recursive: true, withFileTypes: true }).catch(unlessPassing([]));
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(commonDir.length + 1))
    .slice(0, mostLogs);
  const read = (name: string): Promise<string> => plainEnd(common, name, mostLogBytes);
  const remotes = await Promise.all(
    names.map(async (name) => fetchedFrom(name.slice("logs/".length), await read(name))),
  );
  const own = ownFrom(await plainEnd(place, "logs/HEAD", mostLogBytes));
  return mergedHistory(remotes, { own, lastFetch: await plainEnd(place, "FETCH_HEAD", mostLogBytes) });
}
