import type { Host } from "../host.ts";
import { followLinks } from "../links/links.ts";
import { installMenus } from "../menu/menus.ts";
import { installQuickActions } from "../menu/quick-actions.ts";
import { openNotifier } from "../notifier/notifier.ts";
import { type Guarded, guardEverything } from "../security/guard.ts";
import { openBridge } from "../settings/bridge.ts";
import { openDesktopSettings } from "../settings/desktop-settings.ts";
import { isStartedAtLogin } from "../settings/login-item.ts";
import { openTray } from "../tray/tray.ts";
import { hasUpdateFeed } from "../updates/feed.ts";
import { updates } from "../updates/updates.ts";
import { openMainWindow } from "../windows/main-window.ts";
import { openRecoveryWindow } from "../windows/recovery-window.ts";
import { type Reached, shellActions } from "./actions.ts";
import { openLog } from "./log-file.ts";
import { type ShellPaths, shellPaths } from "./paths.ts";
import { bootPhases, type Phases, StartStopped } from "./phases.ts";
import { type Quitting, quitInOrder } from "./quit.ts";
import { wantsQuit } from "./quit-question.ts";
import { startServicePhase } from "./service.ts";

/** Room to stop a service that started before a later phase failed. */
const undoLimitMs = 15_000;

/** What the phases have brought up so far; handlers that outlive a phase read it when they are called. */
interface Shell extends Guarded, Reached {
  /** The place a link named before there was a window. */
  firstPlace: string | null;
  page: { isFollowing: boolean };
  hasTray: boolean;
  /** False while phases start or are undone: a window that closes then says nothing about the person's wish. */
  isSettled: boolean;
}

interface Start {
  phases: Phases;
  shell: Shell;
  quitting: Quitting;
}

/** Starts the app. Must be called before Electron is ready; never throws: a failed start ends in the recovery window. */
export async function runShell(host: Host): Promise<void> {
  const { app } = host.electron;
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) return app.quit();
  // Windows shows notifications only of a known application; the installer registers the same id.
  if (host.process.platform === "win32") app.setAppUserModelId("dev.signalbox.app");

  const shell = nothingYet();
  const phases = bootPhases((phase, err) => shell.log?.error({ err, phase }, "A phase could not be undone"));
  const isWanted = () => wantsQuit(host, shell.service);
  const quitting = quitInOrder(host, { phases, isWanted });
  guardEverything(host, shell);
  listen(host, { phases, shell, quitting });
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

const nothingYet = (): Shell => ({
  boardUrl: null,
  log: null,
  service: null,
  window: null,
  updates: null,
  prompt: null,
  firstPlace: null,
  page: { isFollowing: false },
  hasTray: false,
  isSettled: false,
});

async function startPhases(host: Host, { phases, shell, quitting }: Start): Promise<void> {
  const { app, powerMonitor } = host.electron;
  await phases.enter("instance", () => ({ value: null, undo: () => app.releaseSingleInstanceLock() }));
  await app.whenReady();
  // Nobody answers a question while the machine goes down.
  powerMonitor.on("shutdown", quitting.quitNow);
  const paths = shellPaths(host);
  const log = await phases.enter("log", () => openLog(paths.logFolder));
  shell.log = log;
  const actions = shellActions(host, { reached: shell, logFolder: paths.logFolder });
  installMenus(host, actions);
  installQuickActions(host, actions);
  const service = await phases.enter("service", () => startServicePhase(host, { paths, log }));
  shell.boardUrl = service.url;
  shell.service = service;
  log.info({ url: service.url, version: app.getVersion() }, "The service is up");
  await startDesktop(host, { phases, shell, quitting, paths });
  const staysInBackground = () => !shell.isSettled || shell.hasTray || host.process.platform === "darwin";
  const startsHidden = isStartedAtLogin(host);
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
  if (shell.firstPlace !== null) window.open(shell.firstPlace);
  else if (startsHidden && !staysInSight(host, shell)) window.open();
}

/** Without a tray or a dock, a hidden window could not be brought up. */
const staysInSight = ({ process }: Host, { hasTray }: Shell): boolean =>
  hasTray || process.platform === "darwin";

/** The person's wishes about the app, what the board may ask about them, and updates where this build has any. */
async function startDesktop(
  host: Host,
  { phases, shell, quitting, paths }: Start & { paths: ShellPaths },
): Promise<void> {
  const { log, boardUrl } = shell;
  if (log === null || boardUrl === null) return;
  const hasFeed = await hasUpdateFeed(host);
  const newer = updates(host, { log, hasFeed, endWith: quitting.endWith });
  shell.updates = newer;
  const settings = await phases.enter("settings", () =>
    openDesktopSettings(host, {
      userData: paths.userData,
      log,
      hasUpdates: hasFeed,
      openWindow: () => shell.window?.open(),
    }),
  );
  await phases.enter("bridge", () =>
    openBridge(host, {
      boardUrl,
      settings,
      log,
      checkForUpdates: () => void newer.check(),
      takePrompt() {
        const { prompt } = shell;
        shell.prompt = null;
        return prompt;
      },
      pageFollows() {
        shell.page.isFollowing = true;
      },
    }),
  );
  if (settings.checksForUpdates()) void newer.check({ quietly: true });
}

/** A window that is only hidden is not closed, so the last one closing means that nothing keeps the app. */
function listen(host: Host, { shell, quitting }: Start): void {
  const { app } = host.electron;
  followLinks(host, (path) => {
    if (shell.window) shell.window.open(path);
    else if (path !== undefined) shell.firstPlace = path;
  });
  app.on("activate", () => shell.window?.open());
  app.on("window-all-closed", () => {
    if (shell.isSettled) quitting.quitNow();
  });
}

/** The undoing comes first, so that nothing half started works behind the page. */
async function recover(host: Host, phases: Phases, error: unknown): Promise<void> {
  await phases.unwind(undoLimitMs);
  const { app } = host.electron;
  await openRecoveryWindow(host, { error, logFolder: app.getPath("logs") }).catch(() => app.exit(1));
}
