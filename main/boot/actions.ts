import type { Logger } from "pino";
import type { Service } from "../../server/index.ts";
import type { Host } from "../host.ts";
import type { MenuActions } from "../menu/application-menu.ts";
import type { TrayActions } from "../tray/tray-menu.ts";
import type { Updates } from "../updates/updates.ts";
import type { MainWindow } from "../windows/main-window.ts";

/** As far as the start has come; read when an action is taken. */
export interface Reached {
  log: Logger | null;
  service: Service | null;
  window: MainWindow | null;
  updates: Updates | null;
  /** A text for a new session that the page has not fetched yet. */
  prompt: string | null;
}

/** As long as a prompt may be (server/domains/sessions/sessions). */
const longestPrompt = 500_000;

/** What the menus, the tray and the dock offer: one function for each, whoever calls it. Nothing happens before the window is there. */
export function shellActions(
  { electron: { app, clipboard, shell } }: Host,
  { reached, logFolder }: { reached: Reached; logFolder: string },
): MenuActions & TrayActions {
  const failed = (what: string) => (err: unknown) => reached.log?.error({ err }, what);

  async function newFromClipboard(): Promise<void> {
    const text = (await clipboard.readText()).trim().slice(0, longestPrompt);
    reached.prompt = text === "" ? null : text;
    reached.window?.offerPrompt();
  }

  return {
    open: (path) => reached.window?.open(path),
    newSession: () => reached.window?.open("/sessions/new"),
    newFromClipboard: () => void newFromClipboard().catch(failed("The clipboard could not be read")),
    openSettings: () => reached.window?.open("/settings/desktop"),
    openInBrowser: () =>
      reached.service &&
      void shell.openExternal(reached.service.url).catch(failed("The browser could not be opened")),
    pauseAll: () => void reached.service?.pauseAll().catch(failed("Pausing all sessions failed")),
    resumeAll: () => void reached.service?.resumeAll().catch(failed("Resuming all sessions failed")),
    checkForUpdates: () => void reached.updates?.check(),
    openLogs: () => void shell.openPath(logFolder),
    quit: () => app.quit(),
  };
}
