import { spawn } from "node:child_process";
import { constants } from "node:os";
import { watchFromStart } from "./launcher-watch.mjs";

const FORWARDED = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);

/** With npm one Ctrl-C arrives twice: from the terminal, and again from npm itself. */
const SAME_PRESS_MS = 300;

/** As they are written at once with the error that they belong to. */
const STACK_LINES = /^\s+at .*(?:\n|$)/gm;

/** Not inherited by the child's own children: see parent-watch.mjs. */
const WATCH_FD = 3;

const watcher = new URL("./parent-watch.mjs", import.meta.url).href;

/**
 * How a child ended. `stoppedBy` is the signal that ended it, or that reached this process meanwhile.
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, stoppedBy: NodeJS.Signals | null, stderr: string }} Ending
 */

/**
 * Runs `argv` to its end. On POSIX the child leads its own session, so a signal to the terminal's group reaches it only
 * through this process, exactly once. A Node child also ends when this process is killed. A `quiet` child is a step of
 * setup, whose partial work the next run discards: it is killed at once with everything that it started, since npm
 * ignores SIGTERM during an install.
 * @param {string[]} argv program first
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, node?: string, quiet?: boolean, plain?: boolean }} options `node`: run argv as a script
 * of that Node. `quiet`: keep the output and return the end of stderr. `plain`: also return it, and leave stack traces out of it.
 * @returns {Promise<Ending>}
 */
export function runChild(argv, { cwd, env, node, quiet = false, plain = false }) {
  const [program = "", ...args] = node ? [node, "--import", watcher, ...argv] : argv;
  const out = quiet ? "pipe" : "inherit";
  const child = spawn(program, args, {
    cwd,
    env: node
      ? {
          ...env,
          SIGNALBOX_PARENT_FD: String(WATCH_FD),
          SIGNALBOX_PARENT_GONE: quiet ? "SIGKILL" : "SIGTERM",
        }
      : env,
    stdio: [
      quiet ? "ignore" : "inherit",
      out,
      plain ? "pipe" : out,
      ...(node ? /** @type {const} */ (["pipe"]) : []),
    ],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const signals = forwardSignals((signal) => (quiet ? killTree(child) : child.kill(signal)));
  let stderr = "";
  child.stdout?.resume();
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr = (stderr + text).slice(-8_000);
    if (plain) process.stderr.write(text.replaceAll(STACK_LINES, ""));
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) =>
      resolve({ code, signal, stoppedBy: signals.last() ?? signal, stderr }),
    );
  }).finally(signals.stop);
}

/**
 * Replaces this process by Node with the script `argv`, so that nothing but the script stays in memory and every signal
 * goes to it directly. Returns where Node cannot: before 22.15, on Windows and on worker threads.
 * @param {string[]} argv
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, node: string }} options
 */
export function becomeNode(argv, { cwd, env, node }) {
  if (process.platform === "win32" || typeof process.execve !== "function") return;
  process.chdir(cwd);
  // Node says on stderr that this is experimental.
  process.emitWarning = () => undefined;
  const watch = watchFromStart();
  process.execve(node, [node, ...watch.argv, ...argv], definedOnly({ ...env, ...watch.env }));
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
function definedOnly(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** @param {import("node:child_process").ChildProcess} child leads its own process group, except on Windows */
function killTree(child) {
  try {
    if (child.pid && process.platform !== "win32") process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // It has just ended on its own.
  }
}

/** @param {(signal: NodeJS.Signals) => void} send */
function forwardSignals(send) {
  /** @type {Map<NodeJS.Signals, number>} */
  const lastAt = new Map();
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    const now = Date.now();
    if (now - (lastAt.get(signal) ?? 0) < SAME_PRESS_MS) return;
    lastAt.set(signal, now);
    // On Windows the console has already notified the child, and kill() would end it without a chance to clean up.
    if (process.platform !== "win32") send(signal);
  };
  const endChild = () => send("SIGTERM");
  for (const signal of FORWARDED) process.on(signal, forward);
  process.once("exit", endChild);
  return {
    last: () => [...lastAt.keys()].at(-1) ?? null,
    stop() {
      for (const signal of FORWARDED) process.off(signal, forward);
      process.off("exit", endChild);
    },
  };
}

/**
 * Ends this process the way its child ended, so that the caller sees the same result.
 * @param {Pick<Ending, "code" | "signal">} ending
 */
export function endAs({ code, signal }) {
  if (signal === null) {
    process.exitCode = code ?? 1;
    return;
  }
  process.exitCode = 128 + (constants.signals[signal] ?? 0);
  process.kill(process.pid, signal);
}
