import type { AgentResources } from "./model.ts";

/** What one process has used since it started. */
export interface Usage {
  pid: number;
  name: string;
  /** On all processors together. */
  cpuMs: number;
  memoryBytes: number;
}

/** What processes had used at one time. */
export interface Sample {
  /** Monotonic, in ms. */
  at: number;
  usages: readonly Usage[];
}

/** The use between two samples, as a share of one processor. A process that started in between counts from its start. */
export function resourcesBetween(before: Sample | undefined, now: Sample): AgentResources {
  const past = new Map(before?.usages.map(({ pid, cpuMs }) => [pid, cpuMs]));
  const elapsed = before ? now.at - before.at : 0;
  const percentOf = ({ pid, cpuMs }: Usage): number | null =>
    elapsed > 0 ? Math.round((Math.max(cpuMs - (past.get(pid) ?? 0), 0) / elapsed) * 1_000) / 10 : null;
  const processes = now.usages
    .map((usage) => ({
      pid: usage.pid,
      name: usage.name,
      cpu_percent: percentOf(usage),
      memory_bytes: usage.memoryBytes,
    }))
    .toSorted((a, b) => b.memory_bytes - a.memory_bytes);
  const percents = processes.flatMap(({ cpu_percent }) => cpu_percent ?? []);
  return {
    state: "measured",
    cpu_percent:
      elapsed > 0 ? Math.round(percents.reduce((sum, percent) => sum + percent, 0) * 10) / 10 : null,
    memory_bytes: processes.reduce((sum, { memory_bytes }) => sum + memory_bytes, 0),
    processes,
  };
}

export const nothingUsed = (state: "idle" | "unknown"): AgentResources => ({
  state,
  cpu_percent: null,
  memory_bytes: 0,
  processes: [],
});
