import { access } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 50;

/** Resolves once `path` exists; rejects with the signal's reason when it is aborted first. */
export async function waitForFile(path: string, signal: AbortSignal): Promise<void> {
  while (!(await exists(path))) await delay(POLL_MS, undefined, { signal });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
