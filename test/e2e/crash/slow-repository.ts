import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeGitRepository } from "../../support/repository.ts";

/** Up to 0.9 s before the first object is sent. */
const slowPacking = '#!/bin/sh\nsleep 0.$(od -An -N1 -tu1 /dev/urandom | tr -d " " | tail -c 2)\nexec "$@"\n';

/** A repository whose clones take long enough to be killed midway; returns its address. */
export async function makeSlowRepository(folder: string, home: string): Promise<string> {
  const files = Array.from(
    { length: 1_200 },
    (_, n) => [`src/part-${n % 30}/file-${n}.txt`, `${n}\n`] as const,
  );
  const repository = await makeGitRepository(join(folder, "repository"), Object.fromEntries(files));
  const hook = join(folder, "slow-packing.sh");
  await writeFile(hook, slowPacking);
  await chmod(hook, 0o755);
  await mkdir(home, { recursive: true });
  await writeFile(join(home, ".gitconfig"), `[uploadpack]\n\tpackObjectsHook = ${hook}\n`);
  return pathToFileURL(repository).href;
}
