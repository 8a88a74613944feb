import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { processTable } from "../../../server/lib/processes/find.ts";
import { findAgentProcesses, identify, type ProcessIdentity } from "../../../server/lib/processes/index.ts";

/** Processes without the marker that work inside `folder`. Linux only; none elsewhere. */
async function workingIn(folder: string): Promise<ProcessIdentity[]> {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isInside(pid, folder));
  const found = await Promise.all(pids.map((pid) => identify(pid)));
  return found.filter((identity) => identity !== null);
}

function isInside(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
  } catch {
    return false;
  }
}

/** All agent processes of the data folder: by their marker and by their working folder. */
export async function agentProcesses(place: {
  installation: string;
  clones: string;
}): Promise<ProcessIdentity[]> {
  const marked = await findAgentProcesses({ markerPrefix: place.installation });
  const inside = await workingIn(place.clones);
  return [...new Map([...marked, ...inside].map((one) => [one.pid, one])).values()];
}

/** The processes of `found` that are older than `service`. Parentage is no help, because an orphaned tool has lost its parent. */
export async function olderThan(
  service: number,
  found: readonly ProcessIdentity[],
): Promise<ProcessIdentity[]> {
  const root = await identify(service);
  const { startOrder } = processTable;
  return found.filter(({ startedAt }) => !root || startOrder(startedAt) < startOrder(root.startedAt));
}

/** The command line of a process, for a report. */
export function commandOf({ pid }: ProcessIdentity): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 160)}`;
  } catch {
    return `${pid} (gone)`;
  }
}
