import { anyPortFlag, restart } from "../boot/restart.ts";
import type { Host } from "../host.ts";
import { text } from "../text.ts";
import { recoveryActions, recoveryPage } from "./recovery-page.ts";
import { webPreferences } from "./web-preferences.ts";

/** Shown after a failed start has been undone. Works without the service, scripts or IPC. */
export async function openRecoveryWindow(
  host: Host,
  what: { error: unknown; logFolder: string },
): Promise<void> {
  const { app, BrowserWindow, shell } = host.electron;
  const window = new BrowserWindow({
    width: 720,
    height: 520,
    title: text.recovery.title,
    autoHideMenuBar: true,
    // A separate partition keeps this page from what the board stored.
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
  // Without a configured port, the service uses any free one anyway.
  const canMove = !["", "0", undefined].includes(host.process.env["SERVICE_PORT"]);
  const actions = ["retry", ...(canMove ? (["otherPort"] as const) : []), "openLogs", "quit"] as const;
  await window.loadURL(recoveryPage({ message: describe(what.error), logFolder: what.logFolder, actions }));
}

/** The messages of the error and its causes; the stack is in the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${describe(error.cause)}`;
}
