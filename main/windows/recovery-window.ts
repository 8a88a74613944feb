import type { Host } from "../host.ts";
import { recoveryActions, recoveryPage } from "./recovery-page.ts";
import { webPreferences } from "./web-preferences.ts";

/** Shown when a start has failed and been undone. Works without the service, scripts or IPC. */
export async function openRecoveryWindow(
  host: Host,
  what: { error: unknown; logFolder: string },
): Promise<void> {
  const { app, BrowserWindow, shell } = host.electron;
  const window = new BrowserWindow({
    width: 720,
    height: 520,
    title: "Signalbox could not start",
    autoHideMenuBar: true,
    // A partition of its own, so that nothing the board stored is near this page.
    webPreferences: webPreferences({ javascript: false, devTools: false, partition: "recovery" }),
  });
  window.webContents.on("will-frame-navigate", (event) => {
    event.preventDefault();
    if (event.url === recoveryActions.quit) app.quit();
    if (event.url === recoveryActions.openLogs) void shell.openPath(what.logFolder);
  });
  await window.loadURL(recoveryPage({ message: describe(what.error), logFolder: what.logFolder }));
}

/** Messages only, causes included: the stack is in the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${describe(error.cause)}`;
}
