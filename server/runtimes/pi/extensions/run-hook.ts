import { type ChildProcess, spawn } from "node:child_process";
import { isAbsolute } from "node:path";
import type { HookEntry } from "./equipment.ts";
import { text as words } from "./text.ts";

/** Exit code 2 refuses, as in Claude Code; any other failure is only reported. */
export type HookVerdict = { kind: "done" } | { kind: "refused" | "failed"; reason: string };

const refusal = 2;
const maxReasonChars = 4_000;
const isWindows = process.platform === "win32";

/** Gives the hook its input as JSON on stdin and waits for it, at most `timeoutMs`. Never rejects. */
export function runHook(
  hook: HookEntry,
  { input, cwd }: { input: object; cwd: string },
): Promise<HookVerdict> {
  return new Promise((resolve) => {
    const child = start(hook, cwd);
    let stderr = "";
    const timer = setTimeout(() => {
      end(child);
      resolve({ kind: "failed", reason: words.hookTimedOut(hook.timeoutMs / 1_000) });
    }, hook.timeoutMs);
    const settle = (verdict: HookVerdict) => {
      clearTimeout(timer);
      resolve(verdict);
    };
    child.on("error", (error) => settle({ kind: "failed", reason: error.message }));
    child.on("exit", (code) => settle(verdictOf(code, stderr.trim())));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      stderr = (stderr + text).slice(-maxReasonChars);
    });
    child.stdin?.on("error", () => {}); // A hook need not read its input.
    child.stdin?.end(JSON.stringify(input));
  });
}

function verdictOf(code: number | null, stderr: string): HookVerdict {
  if (code === 0) return { kind: "done" };
  const reason = stderr || words.hookExited(code);
  return { kind: code === refusal ? "refused" : "failed", reason };
}

/** In its own process group, so that the time limit ends all of it. */
function start({ command, args, env }: HookEntry, cwd: string): ChildProcess {
  const options = {
    cwd,
    env: { ...process.env, ...env },
    detached: !isWindows,
    windowsHide: true,
    stdio: ["pipe", "ignore", "pipe"] as ["pipe", "ignore", "pipe"],
  };
  if (isAbsolute(command)) return spawn(command, [...args], options);
  return isWindows
    ? spawn(command, [...args], { ...options, shell: true })
    : spawn("/bin/sh", ["-c", `${command} "$@"`, "hook", ...args], options);
}

function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && !isWindows) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // Exited in the meantime.
  }
}
