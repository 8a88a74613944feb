import type { Stats } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import stripJsonComments from "strip-json-comments";
import { isWithin } from "../../../lib/is-within.ts";
import type { ReadProblem } from "./rules.ts";

const MAX_FILE_MEGABYTES = 5;
const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024;

export type ReadJson = { ok: true; value: unknown } | { ok: false; problem: ReadProblem };

export type TrackedFiles = ReturnType<typeof trackedFiles>;

/**
 * Reads files and remembers the state of each just before it was read, so that a later check can tell whether any has
 * changed, appeared or disappeared since.
 */
export function trackedFiles() {
  const stamps = new Map<string, string>();

  async function statFile(path: string): Promise<Stats | null> {
    const { stamp, stats } = await inspect(path);
    if (!stamps.has(path)) stamps.set(path, stamp);
    return stats;
  }

  return {
    stamps: stamps as ReadonlyMap<string, string>,

    /** Returns null if the file does not exist or may not be read. */
    stat: statFile,

    async readText(path: string): Promise<string | null> {
      const stats = await statFile(path);
      return stats?.isFile() && stats.size <= MAX_FILE_BYTES ? await readFile(path, "utf8") : null;
    },

    async readJson(path: string): Promise<ReadJson> {
      const stats = await statFile(path);
      if (!stats) return { ok: false, problem: { kind: "missing" } };
      if (!stats.isFile()) return { ok: false, problem: { kind: "not_a_file" } };
      if (stats.size > MAX_FILE_BYTES)
        return { ok: false, problem: { kind: "too_large", maxMegabytes: MAX_FILE_MEGABYTES } };
      try {
        return { ok: true, value: parseLenient(await readFile(path, "utf8")) };
      } catch (error) {
        return { ok: false, problem: { kind: "unreadable", reason: messageOf(error) } };
      }
    },
  };
}

/** JSON with what people and editors add to it: a byte order mark, comments, trailing commas. Throws a SyntaxError. */
function parseLenient(text: string): unknown {
  const unmarked = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return JSON.parse(stripJsonComments(unmarked, { trailingCommas: true }));
}

/** Whether every file is still in the state it was read in. */
export async function isUnchanged(stamps: ReadonlyMap<string, string>): Promise<boolean> {
  const now = await Promise.all(
    [...stamps].map(async ([path, stamp]) => (await inspect(path)).stamp === stamp),
  );
  return now.every(Boolean);
}

/** The real path of an existing file, or null if it is not inside one of the (real) folders. */
export async function realpathWithin(path: string, folders: readonly string[]): Promise<string | null> {
  const real = await realpath(path);
  return folders.some((folder) => isWithin(real, folder)) ? real : null;
}

async function inspect(path: string): Promise<{ stamp: string; stats: Stats | null }> {
  try {
    const stats = await stat(path);
    return { stamp: `${stats.mtimeMs}:${stats.size}:${stats.ino}:${stats.mode}`, stats };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { stamp: code, stats: null };
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
