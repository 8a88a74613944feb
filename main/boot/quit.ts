import type { Service } from "../../server/index.ts";
import type { Host } from "../host.ts";
import { text } from "../text.ts";
import type { Phases } from "./phases.ts";

/** Longer than the service gives its agents to stop. */
const quitLimitMs = 15_000;

export interface QuitControl {
  /** Quits without asking: nobody is there to answer, or the person has answered. */
  quitNow(): void;
  /** Shuts down in the same way, then calls `last`, which ends the process. */
  quitWith(last: () => void): void;
}

/**
 * Every way to quit (menu, tray, SIGTERM, the last window) becomes one orderly shutdown: the phases are undone, then the
 * process exits, with code 1 if something failed or did not finish in time. When a person quits, `isConfirmed` asks first.
 */
export function controlQuit(
  { electron: { app }, process }: Host,
  { phases, isConfirmed }: { phases: Phases; isConfirmed(): Promise<boolean> },
): QuitControl {
  let state: "running" | "asking" | "stopping" | "exiting" = "running";
  let skipsQuestion = false;

  function shutDown(last: (code: 0 | 1) => void): void {
    if (state === "stopping" || state === "exiting") return;
    state = "stopping";
    void phases.unwind(quitLimitMs).then((unfinished) => {
      state = "exiting";
      last(unfinished.length === 0 ? 0 : 1);
    });
  }

  const exit = (code: 0 | 1): void => app.exit(code);

  async function ask(): Promise<void> {
    state = "asking";
    const mayQuit = await isConfirmed().catch(() => true);
    if (state !== "asking") return;
    state = "running";
    if (mayQuit) shutDown(exit);
  }

  function quitNow(): void {
    skipsQuestion = true;
    app.quit();
  }

  app.on("before-quit", (event) => {
    if (state === "exiting") return;
    event.preventDefault();
    if (skipsQuestion) return shutDown(exit);
    if (state === "running") void ask();
  });
  process.on("SIGTERM", quitNow);
  process.on("SIGINT", quitNow);
  return { quitNow, quitWith: shutDown };
}

/** Asks the person before quitting stops agents that are running. */
export async function confirmQuit({ electron: { dialog } }: Host, service: Service | null): Promise<boolean> {
  const running = service?.status().running ?? 0;
  if (running === 0) return true;
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: text.quit.message(running),
    detail: text.quit.detail,
    buttons: text.quit.buttons,
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
