import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFlushedPrivateFile } from "../lib/private-file.ts";

const holderSchema = z.object({
  pid: z.int().positive(),
  url: z
    .string()
    .regex(/^https?:\/\/[\w.:[\]-]+$/)
    .nullable(),
});

/** Who holds the lock of a data folder. `url`: where its board is, once it listens. */
type LockHolder = z.infer<typeof holderSchema>;

const fileOf = (folder: string): string => join(folder, "lock.json");

/** The lock holds without it, so a folder that takes no file, as on a full disk, is no reason not to start. */
export function noteHolder(folder: string, url: string | null): void {
  try {
    writeFlushedPrivateFile(fileOf(folder), JSON.stringify({ pid: process.pid, url } satisfies LockHolder));
  } catch {
    forgetHolder(folder);
  }
}

export function forgetHolder(folder: string): void {
  try {
    rmSync(fileOf(folder), { force: true });
  } catch {
    // What is left names a process that has ended, which is found out.
  }
}

/** Null if it is not known, or a process that has ended. */
export function readHolder(folder: string): LockHolder | null {
  try {
    const holder = holderSchema.parse(JSON.parse(readFileSync(fileOf(folder), "utf8")));
    process.kill(holder.pid, 0);
    return holder;
  } catch {
    return null;
  }
}

/** What ends the process, in a terminal. */
export const stopCommand = ({ pid }: LockHolder): string =>
  process.platform === "win32" ? `taskkill /PID ${pid}` : `kill ${pid}`;
