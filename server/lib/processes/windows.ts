import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ProcessRow, ProcessTable } from "./process-table.ts";

const run = promisify(execFile);

/**
 * Windows does not show the environment of other processes, so agents are found only by their parents. Children keep the
 * pid of an ended parent, so most are found anyway.
 */
export const windowsTable: ProcessTable = {
  list: () => query(""),
  read: (pids) => (pids.length === 0 ? Promise.resolve([]) : query(filterOf(pids))),
  // A query takes PowerShell a second, which is more usage than it would report.
  usage: () => Promise.resolve(null),
  startOrder: Number,
  keepsDeadParents: true,
  pollMs: 500,
};

function filterOf(pids: readonly number[]): string {
  return ` -Filter '${pids.map((pid) => `ProcessId=${pid}`).join(" OR ")}'`;
}

async function query(filter: string): Promise<ProcessRow[]> {
  const script = [
    `Get-CimInstance Win32_Process${filter}`,
    "Where-Object CreationDate",
    'ForEach-Object { "$($_.ProcessId) $($_.ParentProcessId) $($_.CreationDate.ToFileTimeUtc())" }',
  ].join(" | ");
  const settings = { timeout: 20_000, maxBuffer: 16 * 1024 * 1024, windowsHide: true };
  const { stdout } = await run(
    "powershell.exe",
    ["-NoProfile", "-NonInteractive", "-Command", script],
    settings,
  );
  return parseRows(stdout);
}

/** One `pid parent start` per line, the start in 100 ns since 1601. */
export function parseRows(text: string): ProcessRow[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [, pid, parent, startedAt] = /^(\d+) (\d+) (\d+)$/.exec(line.trim()) ?? [];
    if (!pid || !startedAt) return [];
    return { pid: Number(pid), parent: Number(parent), startedAt, marker: null };
  });
}
