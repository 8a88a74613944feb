import { readdir, readFile } from "node:fs/promises";

/** Resident memory in MB (10^6 bytes). */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1e6;
}

/** Processor time of all threads so far, in milliseconds; more precise than the clock ticks of `stat`. */
export async function processorMs(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`);
  const figures = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/schedstat`, "utf8")),
  );
  return figures.reduce((sum, text) => sum + Number(text.split(" ", 1)[0]), 0) / 1e6;
}

/** null if /proc can be read; otherwise a sentence that says what is missing. */
export const whyNoFigures = (): string | null =>
  process.platform === "linux" ? null : "memory and processor time are read from /proc, which only Linux has";
