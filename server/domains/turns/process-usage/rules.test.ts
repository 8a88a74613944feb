import { expect, it } from "vitest";
import { resourcesBetween } from "./rules.ts";

const usage = (pid: number, cpuMs: number, memoryBytes = 100) => ({ pid, name: "node", cpuMs, memoryBytes });

it("measures memory from the first sample on, and the processor from the second", () => {
  const first = { at: 1_000, usages: [usage(1, 500), usage(2, 10, 300)] };
  expect(resourcesBetween(undefined, first)).toMatchObject({
    cpu_percent: null,
    memory_bytes: 400,
    processes: [{ pid: 2 }, { pid: 1 }],
  });
  const second = { at: 3_000, usages: [usage(1, 1_500), usage(3, 200)] };
  expect(resourcesBetween(first, second)).toMatchObject({
    cpu_percent: 60,
    memory_bytes: 200,
    processes: [
      { pid: 1, cpu_percent: 50 },
      { pid: 3, cpu_percent: 10 },
    ],
  });
});

it("counts zero, not less, if a process id was reused", () => {
  const before = { at: 0, usages: [usage(1, 5_000)] };
  expect(resourcesBetween(before, { at: 1_000, usages: [usage(1, 20)] }).cpu_percent).toBe(0);
});
