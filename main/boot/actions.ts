import { pathToFileURL } from "node:url";
import type { Logger } from "pino";
import type { Service } from "../../server/index.ts";
import type { Host } from "../host.ts";
import type { MenuActions } from "../menu/application-menu.ts";
import type { TrayActions } from "../tray/tray-menu.ts";
import type { Updates } from "../updates/updates.ts";
import type { MainWindow } from "../windows/main-window.ts";

/** The parts that have started so far; read when an action runs. */
export interface ShellParts {
  log: Logger | null;
  service: Service | null;
  window: MainWindow | null;
  updates: Updates | null;
  /** A prompt for a new session that the page has not fetched yet. */
  prompt: string | null;
}

/** The limit of a prompt (server/domains/sessions/sessions). */
const promptLimit = 500_000;

/** The actions of the menus, the tray and the dock. They do nothing before the window is open. */
export function shellActions(
  { electron: { app, clipboard, shell } }: Host,
  { parts, logFolder }: { parts: ShellParts; logFolder: string },
): MenuActions & TrayActions {
  const logError = (what: string) => (err: unknown) => parts.log?.error({ err }, what);

  async function newFromClipboard(): Promise<void> {
    const text = (await clipboard.readText()).trim().slice(0, promptLimit);
    parts.prompt = text === "" ? null : text;
    parts.window?.offerPrompt();
  }

  /** On Linux, a link would be among the arguments of the browser, which other users can see. */
  async function openInBrowser({ launchFile, launchLink }: Service): Promise<void> {
    const target = process.platform === "linux" ? pathToFileURL(await launchFile()).href : launchLink();
    await shell.openExternal(target);
  }

  return {
    open: (path) => parts.window?.open(path),
    newSession: () => parts.window?.open("/sessions/new"),
    newFromClipboard: () => void newFromClipboard().catch(logError("The clipboard could not be read")),
    openSettings: () => parts.window?.open("/settings/desktop"),
    openInBrowser: () =>
      parts.service && void openInBrowser(parts.service).catch(logError("The browser could not be opened")),
    copySignInLink: () =>
      parts.service &&
      void clipboard
        .writeText(parts.service.launchLink())
        .catch(logError("The sign-in link could not be copied")),
    pauseAll: () => void parts.service?.pauseAll().catch(logError("Pausing all sessions failed")),
    resumeAll: () => void parts.service?.resumeAll(),
    checkForUpdates: () => void parts.updates?.check(),
    openLogs: () => void shell.openPath(logFolder),
    quit: () => app.quit(),
  };
}
