import type { Host } from "../host.ts";
import type { Phases } from "./phases.ts";

/** Longer than the service gives its agents to come to rest. */
const quitLimitMs = 15_000;

/**
 * Every way out (menu, tray, SIGTERM, the last window) becomes one orderly end: the phases are undone, then the process
 * exits, with code 1 when something failed or did not finish in time.
 */
export function quitInOrder({ electron: { app }, process }: Host, phases: Phases): void {
  let isQuitting = false;
  app.on("before-quit", (event) => {
    event.preventDefault();
    if (isQuitting) return;
    isQuitting = true;
    void phases.unwind(quitLimitMs).then((unfinished) => app.exit(unfinished.length === 0 ? 0 : 1));
  });
  process.on("SIGTERM", () => app.quit());
  process.on("SIGINT", () => app.quit());
}
