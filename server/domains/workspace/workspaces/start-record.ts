import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { writePrivateFile } from "../../../lib/private-file.ts";
import { hashPattern, namedRefs } from "./copied-refs.ts";
import { baseRef } from "./safe-git.ts";

/** Beside the clone, where its agent does not write. */
export const startFile = (clone: string): string => `${clone}.start`;

/** The commit that a clone was made at; null for clones made before that was recorded. */
export async function knownStart(clone: string): Promise<string | null> {
  const line = (await readFile(startFile(clone), "utf8").catch(unlessPassing(""))).trim();
  return hashPattern.test(line) ? line : null;
}

/** For a clone that was just made. `keep`: what was archived was restored in it, so that it began where that did. */
export async function recordStart(clone: string, { keep }: { keep: boolean }): Promise<void> {
  if (keep && (await knownStart(clone)) !== null) return;
  const commit = (await namedRefs({ at: join(clone, ".git"), top: clone }, [baseRef])).get(baseRef);
  if (commit !== undefined) await writePrivateFile(startFile(clone), `${commit}\n`);
}

/** A copy of a clone began where the clone did. */
export const copyStart = (from: string, to: string): Promise<void> =>
  copyFile(startFile(from), startFile(to)).catch(() => undefined);
