import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  markerVariable,
  type ProcessIdentity,
  type ProcessRow,
  type ProcessTable,
  type ProcessUsage,
} from "./process-table.ts";

const run = promisify(execFile);
const withEnvironment = process.platform === "darwin" ? "-axwwE" : "axwwe";
const columns = "pid=,ppid=,uid=,state=,lstart=,command=";
const rowPattern = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s(.*)$/;
const markerPattern = new RegExp(`(?:^| )${markerVariable}=(\\S*)`);

/** macOS and other systems whose `ps` can show environments. */
export const posixTable: ProcessTable = {
  async list() {
    const [plain, full] = await Promise.all([
      ps(["-axww", "-o", columns]),
      ps([withEnvironment, "-o", columns]),
    ]);
    return parseTable(plain, full, process.getuid?.() ?? -1);
  },
  async read(pids) {
    if (pids.length === 0) return [];
    return parseLiving(await ps(["-ww", "-o", columns, "-p", pids.join(",")]));
  },
  async usage(pids) {
    if (pids.length === 0) return [];
    return parseUsages(await ps(["-ww", "-o", "pid=,rss=,time=,comm=", "-p", pids.join(",")]));
  },
  startOrder: (startedAt) => Date.parse(`${startedAt} UTC`),
  keepsDeadParents: false,
  pollMs: 150,
};

/**
 * What `full` has in addition to `plain` is the environment. Searching for the marker only there makes sure that a process
 * with the marker in its arguments is not mistaken for an agent.
 */
export function parseTable(plain: string, full: string, uid: number): ProcessRow[] {
  const environments = new Map(parseLiving(full).map((row) => [row.pid, row]));
  return parseLiving(plain).map(({ pid, parent, startedAt, command, owner }) => {
    const twin = environments.get(pid);
    const readable = owner === uid && twin?.startedAt === startedAt && twin.command.startsWith(command);
    const marker = readable ? markerPattern.exec(twin.command.slice(command.length))?.[1] : undefined;
    return { pid, parent, startedAt, marker: marker ?? null };
  });
}

/** Kilobytes, and processor time as `[[days-]hours:]minutes:seconds`. */
export function parseUsages(text: string): ProcessUsage[] {
  return text.split("\n").flatMap((line) => {
    const [, pid, kilobytes, time, command] = /^\s*(\d+)\s+(\d+)\s+([\d:.-]+)\s+(.+)$/.exec(line) ?? [];
    if (!pid || !time || !command) return [];
    const [days, clock] = time.includes("-") ? time.split("-") : ["0", time];
    const seconds = (clock ?? "").split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
    return {
      pid: Number(pid),
      name: command.trim().split("/").at(-1) ?? command,
      cpuMs: Math.round((Number(days) * 86_400 + seconds) * 1_000),
      memoryBytes: Number(kilobytes) * 1_024,
    };
  });
}

interface PsRow extends ProcessIdentity {
  parent: number;
  owner: number;
  command: string;
}

function parseLiving(text: string): PsRow[] {
  return text.split("\n").flatMap((line) => {
    const [, pid, parent, owner, state, startedAt, command] = rowPattern.exec(line) ?? [];
    if (!pid || !startedAt || state?.startsWith("Z")) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      owner: Number(owner),
      startedAt: startedAt.replace(/\s+/g, " "),
      command: command?.trimEnd() ?? "",
    };
  });
}

/** Start times in English and UTC, so that a process keeps its identity in another locale or time zone. */
async function ps(args: readonly string[]): Promise<string> {
  const environment = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C", TZ: "UTC" };
  const settings = { env: environment, timeout: 10_000, maxBuffer: 256 * 1024 * 1024 };
  try {
    return (await run("ps", args, settings)).stdout;
  } catch (error) {
    // It exits with 1 if none of the requested pids exists.
    if (error instanceof Error && "code" in error && error.code === 1) return "";
    throw error;
  }
}
