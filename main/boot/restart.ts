import type { Host } from "../host.ts";
import { hiddenFlag } from "../settings/login-item.ts";

/** Passed by the recovery window to the next start: use any free port, whatever the owner configured. */
export const anyPortFlag = "--any-port";

/** Quits in order and starts the app again with a visible window. */
export function restart({ electron: { app }, process }: Host, flags: readonly string[] = []): void {
  const kept = process.argv.slice(1).filter((given) => given !== anyPortFlag && given !== hiddenFlag);
  // The folder that an AppImage runs from is unmounted when it exits.
  app.relaunch({ execPath: process.env["APPIMAGE"] ?? process.execPath, args: [...kept, ...flags] });
  app.quit();
}
