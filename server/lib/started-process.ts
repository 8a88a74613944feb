import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/**
 * The process once it runs, with every pipe it was to have. Rejects with the system's error if it does not start: with too
 * many files open there are not even pipes then, so that whoever reads them at once would end the service.
 */
export async function startedProcess<P extends ChildProcess>(child: P): Promise<P> {
  if (child.pid === undefined) await once(child, "spawn");
  return child;
}
