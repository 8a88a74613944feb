import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { probeSandbox, type SandboxRoom } from "../../server/lib/sandbox/index.ts";
import { cliFolders } from "../../server/runtimes/facts.ts";

/** The sandbox a session of the service would get in `root`, or null where this machine has none. */
export async function sandboxIn(root: string, writable: readonly string[]): Promise<SandboxRoom | null> {
  const dataFolder = join(root, "data");
  await mkdir(dataFolder, { recursive: true });
  const probe = await probeSandbox({ environment: process.env, dataFolder });
  return probe.available
    ? { dataFolder, folder: join(root, "sandbox"), writable, readable: [], grants: [], clis: cliFolders }
    : null;
}
