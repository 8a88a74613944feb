import { anyPortFlag, restart } from "../boot/restart.ts";
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
  const pressed = new Map<string, () => void>([
    [recoveryActions.retry, () => restart(host)],
    [recoveryActions.otherPort, () => restart(host, [anyPortFlag])],
    [recoveryActions.openLogs, () => void shell.openPath(what.logFolder)],
    [recoveryActions.quit, () => app.quit()],
  ]);
  window.webContents.on("will-frame-navigate", (event) => {
    event.preventDefault();
    pressed.get(event.url)?.();
  });
  // Without a configured port the service takes a free one anyway.
  const canMove = !["", "0", undefined].includes(host.process.env["SERVICE_PORT"]);
  const actions = ["retry", ...(canMove ? (["otherPort"] as const) : []), "openLogs", "quit"] as const;
  await window.loadURL(recoveryPage({ message: describe(what.error), logFolder: what.logFolder, actions }));
}

/** Messages only, causes included: the stack is in the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${describe(error.cause)}`;
}
