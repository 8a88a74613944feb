import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 200;

/** A lock is created and filled in two steps. An empty one this old was left by a crash in between. */
const HALF_WRITTEN_MS = 5_000;

/**
 * Runs `work` while holding the lock `file`. Waits for the lock of another setup, and takes over a stale one.
 * @template T
 * @param {string} file
 * @param {{ waiting(pid: number): void, work(): Promise<T> }} options `waiting` is called once, on the first wait
 * @returns {Promise<T>}
 */
export async function withLock(file, { waiting, work }) {
  mkdirSync(dirname(file), { recursive: true });
  let hasReported = false;
  while (!tryCreate(file)) {
    const holder = holderOf(file);
    if (holder === "gone") continue;
    if (holder === "stale") {
      clearStale(file);
      continue;
    }
    if (!hasReported) waiting(holder.pid);
    hasReported = true;
    await wait(POLL_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
function tryCreate(file) {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, born: startTimeOf(process.pid) }), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Two waiters may both find the same stale lock. Only the one that holds the second file removes it, after checking
 * again, so that neither removes the lock that the other has just taken.
 * @param {string} file
 */
function clearStale(file) {
  const claim = `${file}.claim`;
  if (!tryCreate(claim)) {
    if (holderOf(claim) === "stale") rmSync(claim, { force: true });
    return;
  }
  if (holderOf(file) === "stale") rmSync(file, { force: true });
  rmSync(claim, { force: true });
}

/**
 * @param {string} file
 * @returns {"gone" | "stale" | { pid: number }}
 */
function holderOf(file) {
  try {
    const text = readFileSync(file, "utf8");
    if (text === "" && Date.now() - statSync(file).mtimeMs < HALF_WRITTEN_MS) return { pid: 0 };
    const { pid, born } = JSON.parse(text);
    return isAlive(pid) && startTimeOf(pid) === born ? { pid } : "stale";
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "gone" : "stale";
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/**
 * The kernel's start time of a process, which tells a reused process id from the old holder. Returns null if there is
 * no /proc.
 * @param {number} pid
 * @returns {string | null}
 */
function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
