import { tagStartsWith } from "./limit-tag.ts";
import { linuxTable } from "./linux.ts";
import { posixTable } from "./posix.ts";
import {
  isSameProcess,
  type ProcessIdentity,
  type ProcessRow,
  type ProcessTable,
  type ProcessUsage,
} from "./process-table.ts";
import { descendantsOf, lineageOf, markerStartsWith } from "./tree.ts";
import { windowsTable } from "./windows.ts";

/** Selects processes. `markerPrefix` consists of whole parts of the marker; an empty one matches nothing. */
export interface AgentQuery {
  markerPrefix: string;
  roots?: readonly ProcessIdentity[];
}

export const processTable: ProcessTable = tableFor(process.platform);

function tableFor(platform: NodeJS.Platform): ProcessTable {
  if (platform === "win32") return windowsTable;
  return platform === "linux" || platform === "android" ? linuxTable : posixTable;
}

/** null if no such process runs. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  const [row] = await processTable.read([pid]);
  return row ? identityOf(row) : null;
}

export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await livingAmong([identity])).length === 1;
}

/** Those of `identities` that still run as the same process. */
export async function livingAmong(identities: readonly ProcessIdentity[]): Promise<ProcessIdentity[]> {
  const rows = await processTable.read(identities.map(({ pid }) => pid));
  return identities.filter((identity) => rows.some((row) => isSameProcess(row, identity)));
}

/**
 * Every process whose marker starts with `markerPrefix`, every living process of `roots`, and all their descendants. Never
 * this process or one of its ancestors.
 */
export async function findAgentProcesses(query: AgentQuery): Promise<ProcessIdentity[]> {
  return selectAgents(await processTable.list(), query).map(identityOf);
}

/** What there is to end: the processes themselves, and those that stand around them in their sandbox. */
export async function findWithSandboxes(
  query: AgentQuery,
): Promise<{ processes: ProcessIdentity[]; sandboxes: ProcessIdentity[] }> {
  const rows = await processTable.list();
  const outer = new Set(rows.filter(({ isSandbox }) => isSandbox).map(({ pid }) => pid));
  const found = selectAgents(rows, query).map(identityOf);
  return {
    processes: found.filter(({ pid }) => !outer.has(pid)),
    sandboxes: found.filter(({ pid }) => outer.has(pid)),
  };
}

/** Whether somebody stopped one of the processes that the query finds, with SIGSTOP for example. */
export async function hasStoppedProcess(query: AgentQuery): Promise<boolean> {
  const rows = await processTable.list();
  const stopped = new Set(rows.filter(({ isStopped }) => isStopped === true).map(({ pid }) => pid));
  return selectAgents(rows, query).some(({ pid }) => stopped.has(pid));
}

/** The usage of the processes that the query finds; null if the system does not report it. */
export async function usageOfAgents(query: AgentQuery): Promise<ProcessUsage[] | null> {
  const found = await findAgentProcesses(query);
  return processTable.usage(found.map(({ pid }) => pid));
}

/** The selection from one list; `self`, its ancestors and their other descendants are never selected. */
export function selectAgents(
  rows: readonly ProcessRow[],
  query: AgentQuery,
  {
    self = process.pid,
    table = processTable,
  }: { self?: number; table?: Pick<ProcessTable, "startOrder" | "keepsDeadParents"> } = {},
): ProcessIdentity[] {
  const untouchable = lineageOf(rows, self).add(0).add(1);
  const rowOf = new Map(rows.map((row) => [row.pid, row]));
  const isRoot = (root: ProcessIdentity) => {
    const row = rowOf.get(root.pid);
    return row ? isSameProcess(row, root) : table.keepsDeadParents;
  };
  const { markerPrefix } = query;
  const marked = rows.filter(
    ({ marker, tag }) => markerStartsWith(marker, markerPrefix) || tagStartsWith(tag, markerPrefix),
  );
  const starts = [...marked, ...(query.roots ?? []).filter(isRoot)].filter(
    ({ pid }) => !untouchable.has(pid),
  );
  const chosen = [...starts, ...descendantsOf(rows, starts, table.startOrder)];
  const living = chosen.filter(({ pid }) => rowOf.has(pid) && !untouchable.has(pid));
  return [...new Map(living.map((one) => [one.pid, one])).values()];
}

function identityOf({ pid, startedAt }: ProcessIdentity): ProcessIdentity {
  return { pid, startedAt };
}
