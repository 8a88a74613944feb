import type { ServiceOptions } from "../../server/index.ts";
import type { Electron } from "../host.ts";

/** Keeps the machine awake by Electron's own means, on each system; the system ends it with this process. */
export function powerSaveInhibitor({
  powerSaveBlocker,
}: Pick<Electron, "powerSaveBlocker">): NonNullable<ServiceOptions["sleepInhibitor"]> {
  let held: number | null = null;

  function release(): void {
    if (held !== null) powerSaveBlocker.stop(held);
    held = null;
  }

  return {
    hold() {
      release();
      held = powerSaveBlocker.start("prevent-app-suspension");
    },
    release,
  };
}
