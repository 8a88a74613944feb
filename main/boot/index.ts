import type { Host } from "../host.ts";
import { installMenus } from "../menu/menus.ts";
import { type Guarded, guardEverything } from "../security/guard.ts";
import { openTray } from "../tray/tray.ts";
import { type MainWindow, openMainWindow } from "../windows/main-window.ts";
import { openRecoveryWindow } from "../windows/recovery-window.ts";
import { openLog } from "./log-file.ts";
import { shellPaths } from "./paths.ts";
import { bootPhases, type Phases, StartStopped } from "./phases.ts";
import { quitInOrder } from "./quit.ts";
import { startServicePhase } from "./service.ts";

/** Room to stop a service that started before a later phase failed. */
const undoLimitMs = 15_000;

/** What the phases have brought up so far; handlers that outlive a phase read it when they are called. */
interface Shell extends Guarded {
  window: MainWindow | null;
  hasTray: boolean;
  /** False while phases start or are undone: a window that closes then says nothing about the person's wish. */
  isSettled: boolean;
}

/** Starts the app. Must be called before Electron is ready; never throws: a failed start ends in the recovery window. */
export async function runShell(host: Host): Promise<void> {
  const { app } = host.electron;
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  // Windows shows notifications only of a known application; the installer registers the same id.
  if (host.process.platform === "win32") app.setAppUserModelId("dev.signalbox.app");

  const shell: Shell = { boardUrl: null, log: null, window: null, hasTray: false, isSettled: false };
  const phases = bootPhases((phase, err) => shell.log?.error({ err, phase }, "A phase could not be undone"));
  quitInOrder(host, phases);
  guardEverything(host, shell);
  listen(host, shell);
  try {
    await startPhases(host, phases, shell);
    shell.isSettled = true;
  } catch (error) {
    if (error instanceof StartStopped) return;
    shell.log?.fatal({ err: error }, "Signalbox could not start");
    await recover(host, phases, error);
    shell.isSettled = true;
  }
}

async function startPhases(host: Host, phases: Phases, shell: Shell): Promise<void> {
  const { app } = host.electron;
  await phases.enter("instance", () => ({ value: null, undo: () => app.releaseSingleInstanceLock() }));
  await app.whenReady();
  const paths = shellPaths(host);
  const log = await phases.enter("log", () => openLog(paths.logFolder));
  shell.log = log;
  installMenus(host, {
    newSession: () => shell.window?.open("/sessions/new"),
    openLogs: () => void host.electron.shell.openPath(paths.logFolder),
  });
  const service = await phases.enter("service", () => startServicePhase(host, { paths, log }));
  shell.boardUrl = service.url;
  log.info({ url: service.url, version: app.getVersion() }, "The service is up");
  const staysInBackground = () => !shell.isSettled || shell.hasTray || host.process.platform === "darwin";
  const window = await phases.enter("window", () =>
    openMainWindow(host, { paths, log, boardUrl: service.url, staysInBackground }),
  );
  shell.window = window;
  shell.hasTray = await phases.enter("tray", () =>
    openTray(host, { service, window, icons: paths.icons, log }),
  );
}

/** A window that is only hidden is not closed, so the last one closing means that nothing keeps the app. */
function listen({ electron: { app } }: Host, shell: Shell): void {
  app.on("second-instance", () => shell.window?.open());
  app.on("activate", () => shell.window?.open());
  app.on("window-all-closed", () => {
    if (shell.isSettled) app.quit();
  });
}

/** The undoing comes first, so that nothing half started works behind the page. */
async function recover(host: Host, phases: Phases, error: unknown): Promise<void> {
  await phases.unwind(undoLimitMs);
  const { app } = host.electron;
  await openRecoveryWindow(host, { error, logFolder: app.getPath("logs") }).catch(() => app.exit(1));
}
