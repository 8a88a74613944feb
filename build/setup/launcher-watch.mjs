/**
 * Ends this process with the npm that runs it. npm passes a signal to its shell only, which then leaves the script running,
 * and an npm that is killed passes nothing on. Loaded into the service as well, whose process run.mjs becomes.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const VARIABLE = "SIGNALBOX_LAUNCHERS";
const EVERY_MS = 1_000;

/** npm, its shell, and an older Node that waits for this process. Nothing above them: a terminal may end without the service. */
const LAUNCHER = /build\/run\.mjs|^(?:npm|pnpm|yarn|bun)\b|\/(?:npm|pnpm|yarn)(?:-cli)?(?:\.c?js)?(?:\s|$)/;

/** The processes that started this script, nearest first; none without npm, and none on Windows, where the console tells all. */
export function launchers() {
  /** @type {number[]} */
  const found = [];
  if (process.platform === "win32" || process.env.npm_lifecycle_event === undefined) return found;
  for (let pid = process.ppid; pid > 1; ) {
    const about = describe(pid);
    if (about === null || !LAUNCHER.test(about.command)) break;
    found.push(pid);
    pid = about.parent;
  }
  return found;
}

/**
 * Sends this process SIGHUP once one of them is gone.
 * @param {readonly number[]} pids nearest first
 */
export function watchLaunchers(pids) {
  if (pids.length === 0) return;
  const timer = setInterval(() => {
    if (process.ppid === pids[0] && pids.every((pid, index) => isBelow(pid, pids[index + 1]))) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGHUP");
  }, EVERY_MS);
  timer.unref();
}

/**
 * The import and the variable that make Node watch them from its start.
 * @returns {{ argv: string[], env: Record<string, string> }}
 */
export function watchFromStart() {
  const pids = launchers();
  if (pids.length === 0) return { argv: [], env: {} };
  return { argv: ["--import", import.meta.url], env: { [VARIABLE]: pids.join(",") } };
}

/**
 * A process that has ended can keep its number until its parent notices, but its children are no longer below it.
 * @param {number} pid
 * @param {number | undefined} parent
 */
function isBelow(pid, parent) {
  try {
    if (process.platform !== "linux") return process.kill(pid, 0);
    const above = parentOf(pid);
    return parent === undefined || above === parent;
  } catch {
    return false;
  }
}

/**
 * On Linux. Throws if there is no such process.
 * @param {number} pid
 */
function parentOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const [, parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(parent);
}

/**
 * @param {number} pid
 * @returns {{ parent: number, command: string } | null} null if there is none
 */
function describe(pid) {
  try {
    if (process.platform === "linux") {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return { parent: parentOf(pid), command };
    }
    const line = execFileSync("ps", ["-o", "ppid=,command=", "-p", String(pid)], { encoding: "utf8" });
    const [, parent = "", command = ""] = /^\s*(\d+)\s+(.*)/.exec(line) ?? [];
    return { parent: Number(parent), command };
  } catch {
    return null;
  }
}

const given = process.env[VARIABLE];
if (isMainThread && given !== undefined) {
  delete process.env[VARIABLE];
  watchLaunchers(given.split(",").map(Number));
}
