import type { Host } from "../host.ts";
import { hiddenFlag } from "../settings/login-item.ts";

/** Given by the recovery window to the next start: any free port, whatever port the owner configured. */
export const anyPortFlag = "--any-port";

/** Ends this process in order and starts the app again, in sight. */
export function restart({ electron: { app }, process }: Host, flags: readonly string[] = []): void {
  const own = process.argv.slice(1).filter((given) => given !== anyPortFlag && given !== hiddenFlag);
  // An AppImage runs from a folder that is unmounted with it.
  app.relaunch({ execPath: process.env["APPIMAGE"] ?? process.execPath, args: [...own, ...flags] });
  app.quit();
}
