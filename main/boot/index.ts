import type { Host } from "../host.ts";
import { followLinks } from "../links/links.ts";
import { installMenus } from "../menu/menus.ts";
import { installQuickActions } from "../menu/quick-actions.ts";
import { openNotifier } from "../notifier/notifier.ts";
import { type GuardContext, installGuards } from "../security/guard.ts";
import { openBridge } from "../settings/bridge.ts";
import { openDesktopSettings } from "../settings/desktop-settings.ts";
import { isStartedAtLogin } from "../settings/login-item.ts";
import { openTray } from "../tray/tray.ts";
import { hasUpdateFeed } from "../updates/feed.ts";
import { createUpdates } from "../updates/updates.ts";
import { openConfirmationDialogs } from "../windows/confirmation-dialogs.ts";
import { openMainWindow } from "../windows/main-window.ts";
import { openRecoveryWindow } from "../windows/recovery-window.ts";
import { signInWindow } from "../windows/window-sign-in.ts";
import { type ShellParts, shellActions } from "./actions.ts";
import { openLog } from "./log-file.ts";
import { type ShellPaths, shellPaths } from "./paths.ts";
import { bootPhases, type Phases, StartStopped } from "./phases.ts";
import { confirmQuit, controlQuit, type QuitControl } from "./quit.ts";
import { startServicePhase } from "./service.ts";

/** How long a service may take to stop after a later phase failed. */
const undoLimitMs = 15_000;

/** What the phases have started so far; handlers that outlive a phase read it when they run. */
interface Shell extends GuardContext, ShellParts {
  /** The path of a link that came before the window was open. */
  initialPath: string | null;
  page: { navigatesItself: boolean };
  hasTray: boolean;
  /** False while phases start or are undone: a window that closes then does not mean that the person wants to quit. */
  isSettled: boolean;
}

interface Start {
  phases: Phases;
  shell: Shell;
  quitting: QuitControl;
}

/** Starts the app. Must be called before Electron is ready. Never throws: a failed start opens the recovery window. */
export async function runShell(host: Host): Promise<void> {
  const { app } = host.electron;
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  // Windows shows notifications of registered applications only; the installer registers the same id.
  if (host.process.platform === "win32") app.setAppUserModelId("dev.signalbox.app");

  const shell = emptyShell();
  const phases = bootPhases((phase, err) =>
    shell.log?.error({ err, phase }, "Could not undo a startup phase"),
  );
  const quitting = controlQuit(host, { phases, isConfirmed: () => confirmQuit(host, shell.service) });
  installGuards(host, shell);
  handleAppEvents(host, { phases, shell, quitting });
  try {
    await startPhases(host, { phases, shell, quitting });
    shell.isSettled = true;
    shell.log?.info("Signalbox has started");
  } catch (error) {
    shell.service = null;
    if (error instanceof StartStopped) return;
    shell.log?.fatal({ err: error }, "Signalbox could not start");
    await recover(host, phases, error);
    shell.isSettled = true;
  }
}

const emptyShell = (): Shell => ({
  boardUrl: null,
  log: null,
  service: null,
  window: null,
  updates: null,
  prompt: null,
  initialPath: null,
  page: { navigatesItself: false },
  hasTray: false,
  isSettled: false,
});

async function startPhases(host: Host, { phases, shell, quitting }: Start): Promise<void> {
  const { app, powerMonitor } = host.electron;
  await phases.enter("instance", () => ({ value: null, undo: () => app.releaseSingleInstanceLock() }));
  await app.whenReady();
  // Nobody can answer a dialog while the machine shuts down.
  powerMonitor.on("shutdown", quitting.quitNow);
  const paths = shellPaths(host);
  const log = await phases.enter("log", () => openLog(paths.logFolder));
  shell.log = log;
  const actions = shellActions(host, { parts: shell, logFolder: paths.logFolder });
  installMenus(host, actions);
  installQuickActions(host, actions);
  const service = await phases.enter("service", () => startServicePhase(host, { paths, log }));
  shell.boardUrl = service.url;
  shell.service = service;
  const bringWindowToFront = () => shell.window?.bringToFront() ?? null;
  await phases.enter("confirmations", () =>
    openConfirmationDialogs(host, { service, log, bringWindowToFront }),
  );
  log.info({ url: service.url, version: app.getVersion() }, "The service has started");
  await startDesktopFeatures(host, { phases, shell, quitting, paths });
  const staysInBackground = () => !shell.isSettled || shell.hasTray || host.process.platform === "darwin";
  const startsHidden = isStartedAtLogin(host);
  await phases.enter("sign-in", () => signInWindow(host, service));
  const window = await phases.enter("window", () =>
    openMainWindow(host, {
      paths,
      log,
      boardUrl: service.url,
      page: shell.page,
      startsHidden,
      staysInBackground,
    }),
  );
  shell.window = window;
  await phases.enter("notifier", () => openNotifier(host, { service, window, log }));
  shell.hasTray = await phases.enter("tray", () =>
    openTray(host, { service, window, actions, icons: paths.icons, log }),
  );
  if (shell.initialPath !== null) window.open(shell.initialPath);
  else if (startsHidden && !canBeReopened(host, shell)) window.open();
}

/** Without a tray or a dock, nothing could show a hidden window. */
const canBeReopened = ({ process }: Host, { hasTray }: Shell): boolean =>
  hasTray || process.platform === "darwin";

/** Starts the desktop settings, the bridge to the board, and update checks if this build has a feed. */
async function startDesktopFeatures(
  host: Host,
  { phases, shell, quitting, paths }: Start & { paths: ShellPaths },
): Promise<void> {
  const { log, boardUrl } = shell;
  if (log === null || boardUrl === null) return;
  const hasFeed = await hasUpdateFeed(host);
  const updateChecker = createUpdates(host, { log, hasFeed, quitWith: quitting.quitWith });
  shell.updates = updateChecker;
  const settings = await phases.enter("settings", () =>
    openDesktopSettings(host, {
      userData: paths.userData,
      log,
      hasUpdates: hasFeed,
      openWindow: () => shell.window?.open(),
      toggleTalk: () => shell.window?.toggleTalk(),
    }),
  );
  await phases.enter("bridge", () =>
    openBridge(host, {
      boardUrl,
      settings,
      log,
      checkForUpdates: () => void updateChecker.check(),
      takePrompt() {
        const { prompt } = shell;
        shell.prompt = null;
        return prompt;
      },
      pageNavigatesItself() {
        shell.page.navigatesItself = true;
      },
    }),
  );
  if (settings.checksForUpdates()) void updateChecker.check({ quietly: true });
}

/** A hidden window is not closed, so closing the last one means that the app should quit. */
function handleAppEvents(host: Host, { shell, quitting }: Start): void {
  const { app } = host.electron;
  followLinks(host, (path) => {
    if (shell.window) shell.window.open(path);
    else if (path !== undefined) shell.initialPath = path;
  });
  app.on("activate", () => shell.window?.open());
  app.on("window-all-closed", () => {
    if (shell.isSettled) quitting.quitNow();
  });
}

/** Undoes the phases first, so that nothing half-started runs behind the recovery page. */
async function recover(host: Host, phases: Phases, error: unknown): Promise<void> {
  await phases.unwind(undoLimitMs);
  const { app } = host.electron;
  await openRecoveryWindow(host, { error, logFolder: app.getPath("logs") }).catch(() => app.exit(1));
}
