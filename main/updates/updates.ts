import type { Logger } from "pino";
import type { Host } from "../host.ts";
import { text } from "../text.ts";
import { releaseNotesText } from "./release-notes.ts";
import type { UpdateSource } from "./source.ts";

export interface Updates {
  /** With `quietly`, shows a dialog only for a new version; otherwise also if there is none or the check failed. */
  check(how?: { quietly: boolean }): Promise<void>;
}

export interface UpdateDeps {
  log: Logger;
  hasFeed: boolean;
  /** Stops the service first, so that no agent runs while the installer does. */
  quitWith(last: () => void): void;
}

/** Downloads and installs only after the person has agreed, each time. */
export function createUpdates(host: Host, deps: UpdateDeps): Updates {
  const { log } = deps;
  let source: Promise<UpdateSource> | null = null;
  let checking: Promise<void> | null = null;

  async function loadSource(): Promise<UpdateSource> {
    const loaded = await host.importUpdater();
    return Object.assign(loaded, {
      autoDownload: false,
      autoInstallOnAppQuit: false,
      allowDowngrade: false,
      logger: null,
    });
  }

  async function checkFeed(quietly: boolean): Promise<void> {
    source ??= loadSource();
    const updater = await source;
    const found = await updater.checkForUpdates();
    const version = host.electron.app.getVersion();
    if (!found?.isUpdateAvailable) {
      if (!quietly) await showInfo(host, { message: text.updates.upToDate(version) });
      return;
    }
    if (await confirmDownload(host, found.updateInfo)) await install(updater, found.updateInfo.version);
  }

  async function install(updater: UpdateSource, version: string): Promise<void> {
    await updater.downloadUpdate();
    log.info({ version }, "An update was downloaded");
    if (await confirmRestart(host, version)) deps.quitWith(() => updater.quitAndInstall(false, true));
  }

  async function run(quietly: boolean): Promise<void> {
    try {
      await checkFeed(quietly);
    } catch (err) {
      source = null;
      log.warn({ err }, "Could not get updates");
      if (!quietly) {
        const { failed: message, failedDetail: detail } = text.updates;
        await showInfo(host, { message, detail });
      }
    }
  }

  return {
    check({ quietly } = { quietly: false }) {
      if (!deps.hasFeed) {
        const { unsupported: message, unsupportedDetail: detail } = text.updates;
        return quietly ? Promise.resolve() : showInfo(host, { message, detail });
      }
      checking ??= run(quietly).finally(() => {
        checking = null;
      });
      return checking;
    },
  };
}

async function showInfo(
  { electron: { dialog } }: Host,
  { message, detail = "" }: { message: string; detail?: string },
) {
  await dialog.showMessageBox({ type: "info", message, detail, buttons: [text.updates.ok], noLink: true });
}

async function confirmDownload(
  { electron: { dialog, app } }: Host,
  { version, releaseNotes }: { version: string; releaseNotes?: string | { note: string | null }[] | null },
): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "info",
    message: text.updates.available({ version, current: app.getVersion() }),
    detail: releaseNotesText(releaseNotes),
    buttons: text.updates.availableButtons,
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

async function confirmRestart({ electron: { dialog } }: Host, version: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: text.updates.ready(version),
    detail: text.updates.readyDetail,
    buttons: text.updates.readyButtons,
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
