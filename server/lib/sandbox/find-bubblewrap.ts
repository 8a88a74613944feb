import { findOnPath, isExecutable } from "../executables.ts";

/** The system's own goes first: what PATH names may be anything. */
const usualPlaces = [
  "/usr/bin/bwrap",
  "/bin/bwrap",
  "/usr/local/bin/bwrap",
  "/run/current-system/sw/bin/bwrap",
];

/** Null if it is not installed. */
export async function findBubblewrap(
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> {
  for (const path of usualPlaces) if (await isExecutable(path)) return path;
  return findOnPath("bwrap", env);
}
