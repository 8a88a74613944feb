import { type BigIntStats, constants } from "node:fs";
import { lstat, open, readlink } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { isWithin } from "../is-within.ts";
import { unlessPassing } from "../passing-fault.ts";
import { outermost } from "./argv-rules.ts";
import { pinOf } from "./pin-rules.ts";

/** A file or folder where no link leads any further. */
export interface Place {
  path: string;
  dev: bigint;
  ino: bigint;
  isFolder: boolean;
  /** Tells it from every other that may come to have its path. */
  pin: string;
}

export type Found =
  | { kind: "found"; place: Place }
  | { kind: "missing" }
  /** The way to it goes through this link, which an agent may have made. */
  | { kind: "agents_link"; at: string };

/** Linux's O_PATH, which Node does not name: opens what may not be read, and links themselves. */
const handleOnly = 0o10000000;
const mostLinks = 40;
const missing: Found = { kind: "missing" };

/**
 * Finds where paths lead. A person's links are followed; in a folder that agents can write to none is, and the way there is
 * opened part by part, so that nothing can be replaced on it in the meantime. What was found once is remembered, so a finder
 * is for one moment only.
 */
export function placeFinder(agentFolders: readonly string[]): (path: string) => Promise<Found> {
  const agents = outermost(agentFolders);
  const looks = new Map<string, Promise<BigIntStats | null>>();

  function lookAt(path: string): Promise<BigIntStats | null> {
    const look = looks.get(path) ?? lstat(path, { bigint: true }).catch(unlessPassing(null));
    looks.set(path, look);
    return look;
  }

  return async function find(path) {
    const rest = partsOf(path);
    let at = "/";
    for (let links = 0; rest.length > 0; ) {
      const part = rest.shift() ?? "";
      const next = part === ".." ? dirname(at) : join(at, part);
      if (agents.some((folder) => folder !== next && isWithin(next, folder)))
        return findBelow(at, [part, ...rest]);
      const about = await lookAt(next);
      if (about === null) return missing;
      if (!about.isSymbolicLink()) at = next;
      else if (++links > mostLinks) return missing;
      else {
        const target = await readlink(next).catch(unlessPassing(""));
        if (isAbsolute(target)) at = "/";
        rest.unshift(...partsOf(target));
      }
    }
    const about = await lookAt(at);
    return about === null ? missing : { kind: "found", place: placeAt(at, about) };
  };
}

/** Follows no link at all below the folder. Of the folder's own path, a link at its end is followed. */
export async function findBelow(folder: string, parts: readonly string[]): Promise<Found> {
  let at = folder;
  let handle = await open(folder, handleOnly | constants.O_DIRECTORY).catch(unlessPassing(null));
  try {
    for (const part of parts) {
      at = join(at, part);
      if (part === ".." || handle === null) return part === ".." ? { kind: "agents_link", at } : missing;
      const way = `/proc/self/fd/${handle.fd}/${part}`;
      const next = await open(way, handleOnly | constants.O_NOFOLLOW).catch(unlessPassing(null));
      await handle.close();
      handle = next;
      if ((await handle?.stat())?.isSymbolicLink()) return { kind: "agents_link", at };
    }
    const about = await handle?.stat({ bigint: true });
    return about ? { kind: "found", place: placeAt(at, about) } : missing;
  } finally {
    await handle?.close();
  }
}

const placeAt = (path: string, about: BigIntStats): Place => ({
  path,
  dev: about.dev,
  ino: about.ino,
  isFolder: about.isDirectory(),
  pin: pinOf(about),
});

export const partsOf = (path: string): string[] =>
  path.split("/").filter((part) => part !== "" && part !== ".");
