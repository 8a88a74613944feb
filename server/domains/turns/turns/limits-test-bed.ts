import type { TurnDeps } from "./ports.ts";

/** Limits that a test says are met. */
export function heldLimits() {
  const state: { met: "processes" | "memory" | null; open: number; killed: number } = {
    met: null,
    open: 0,
    killed: 0,
  };
  const limits: TurnDeps["limits"] = {
    limits: { processes: 100, memoryBytes: 64 * 1024 ** 2, diskBytes: null },
    async open() {
      state.open += 1;
      return {
        add: async () => {},
        met: async () => state.met,
        writtenBytes: async () => 0,
        async kill() {
          state.killed += 1;
        },
        async release() {
          state.open -= 1;
        },
      };
    },
    sweep: async () => {},
    disk: { follow: () => () => {} },
  };
  return { state, limits };
}
