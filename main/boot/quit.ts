import type { Host } from "../host.ts";
import type { Phases } from "./phases.ts";

/** Longer than the service gives its agents to come to rest. */
const quitLimitMs = 15_000;

export interface Quitting {
  /** Without a question: nobody is there to answer it, or it was answered. */
  quitNow(): void;
  /** Ends all the same, but leaves the very last step to `last`, which ends the process by itself. */
  endWith(last: () => void): void;
}

/**
 * Every way out (menu, tray, SIGTERM, the last window) becomes one orderly end: the phases are undone, then the process
 * exits, with code 1 when something failed or did not finish in time. `isWanted` is asked where a person quits.
 */
export function quitInOrder(
  { electron: { app }, process }: Host,
  { phases, isWanted }: { phases: Phases; isWanted(): Promise<boolean> },
): Quitting {
  let state: "runs" | "asks" | "ends" | "leaves" = "runs";
  let isUnasked = false;

  function end(last: (code: 0 | 1) => void): void {
    if (state === "ends" || state === "leaves") return;
    state = "ends";
    void phases.unwind(quitLimitMs).then((unfinished) => {
      state = "leaves";
      last(unfinished.length === 0 ? 0 : 1);
    });
  }

  const exit = (code: 0 | 1): void => app.exit(code);

  async function ask(): Promise<void> {
    state = "asks";
    const isSure = await isWanted().catch(() => true);
    if (state !== "asks") return;
    state = "runs";
    if (isSure) end(exit);
  }

  function quitNow(): void {
    isUnasked = true;
    app.quit();
  }

  app.on("before-quit", (event) => {
    if (state === "leaves") return;
    event.preventDefault();
    if (isUnasked) return end(exit);
    if (state === "runs") void ask();
  });
  process.on("SIGTERM", quitNow);
  process.on("SIGINT", quitNow);
  return { quitNow, endWith: end };
}
