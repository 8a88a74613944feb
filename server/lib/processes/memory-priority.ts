import { readFile, writeFile } from "node:fs/promises";

/** On the kernel's scale of 1000. Enough to go before a service that uses half of the machine's memory more. */
const distance = 500;
const most = 1_000;

/**
 * Has the kernel end a process, and all that it starts from now on, before the service when memory runs out. It needs no
 * privilege, as the opposite would. On other systems it does nothing.
 */
export async function endBeforeService(pid: number): Promise<void> {
  if (process.platform !== "linux") return;
  try {
    const own = Number(await readFile("/proc/self/oom_score_adj", "utf8"));
    await writeFile(`/proc/${pid}/oom_score_adj`, String(Math.min(own + distance, most)));
  } catch {
    // It has ended already, or the kernel is built without this.
  }
}
