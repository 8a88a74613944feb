import { afterAll, vi } from "vitest";

/** Files share a process: whatever a file puts in the place of a clock, a global or a variable goes with it. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
