import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { vi } from "vitest";

const realUptime = os.uptime;
let passedMs = 0;

/** Time passes for a service in this process, by the machine's clock and by the time since it booted alike. */
export function passTime(ms: number): void {
  passedMs += ms;
  vi.setSystemTime(Date.now() + ms);
  os.uptime = () => realUptime() + passedMs / 1_000;
  syncBuiltinESMExports();
}

export function backToRealTime(): void {
  passedMs = 0;
  vi.useRealTimers();
  os.uptime = realUptime;
  syncBuiltinESMExports();
}
