import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { unlessPassing } from "../passing-fault.ts";
import type { Expected, SandboxView } from "./argv-rules.ts";
import { findBelow, partsOf } from "./places.ts";
import { replacedSentence } from "./reasons.ts";

const pollMs = 1;

/**
 * Waits until the first process of a sandbox has mounted everything, and makes sure that it was what was looked up before:
 * bubblewrap finds each folder by its path, which an agent of another session may have replaced in between. What is mounted
 * stays, whatever becomes of the path. Rejects with a sentence that names the folder.
 */
export async function confirmMounts(
  pid: number,
  { dataFolder, expected }: Pick<SandboxView, "dataFolder" | "expected">,
  hasEnded: () => boolean,
): Promise<void> {
  const root = `/proc/${pid}/root`;
  const { dev: outside } = await stat(dataFolder);
  // The data folder is covered last of all roots: until then, it is either not there or the real one.
  while (!hasEnded()) {
    const inside = await stat(root + dataFolder).catch(unlessPassing(null));
    if (inside !== null && inside.dev !== outside) break;
    await pause(pollMs);
  }
  const places = await Promise.all(expected.map(async (one) => ((await isThere(root, one)) ? null : one.at)));
  const wrong = places.find((at) => at !== null);
  // A sandbox that ended says itself why.
  if (wrong !== undefined && !hasEnded()) throw new Error(replacedSentence(wrong));
}

async function isThere(root: string, { at, dev, ino }: Expected): Promise<boolean> {
  const found = await findBelow(root, partsOf(at));
  return found.kind === "found" && found.place.dev === dev && found.place.ino === ino;
}
