import type { Logger } from "pino";
import type { Host } from "../host.ts";
import { releaseNotesText } from "./release-notes.ts";
import type { UpdateSource } from "./source.ts";

export interface Updates {
  /** `quietly` says nothing when there is nothing to say; otherwise the person asked and gets an answer. */
  check(how?: { quietly: boolean }): Promise<void>;
}

export interface UpdateNeeds {
  log: Logger;
  hasFeed: boolean;
  /** Ends the service first, then hands over: an installer must not meet agents at work. */
  endWith(last: () => void): void;
}

/** Nothing is fetched and nothing installed before the person said so, each time. */
export function updates(host: Host, needs: UpdateNeeds): Updates {
  const { log } = needs;
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

  async function look(quietly: boolean): Promise<void> {
    source ??= loadSource();
    const updater = await source;
    const found = await updater.checkForUpdates();
    const version = host.electron.app.getVersion();
    if (!found?.isUpdateAvailable) {
      if (!quietly) await tell(host, { message: `Signalbox ${version} is the newest.` });
      return;
    }
    if (await wantsDownload(host, found.updateInfo)) await install(updater, found.updateInfo.version);
  }

  async function install(updater: UpdateSource, version: string): Promise<void> {
    await updater.downloadUpdate();
    log.info({ version }, "An update was downloaded");
    if (await wantsRestart(host, version)) needs.endWith(() => updater.quitAndInstall(false, true));
  }

  async function run(quietly: boolean): Promise<void> {
    try {
      await look(quietly);
    } catch (err) {
      source = null;
      log.warn({ err }, "Updates could not be had");
      if (!quietly) {
        const detail = "Check the connection and try again. The log says more.";
        await tell(host, { message: "Updates could not be had.", detail });
      }
    }
  }

  return {
    check({ quietly } = { quietly: false }) {
      if (!needs.hasFeed) {
        const message = "This build does not update itself.";
        const detail = "It was built without a place to look for updates. Install a newer one over it.";
        return quietly ? Promise.resolve() : tell(host, { message, detail });
      }
      checking ??= run(quietly).finally(() => {
        checking = null;
      });
      return checking;
    },
  };
}

async function tell(
  { electron: { dialog } }: Host,
  { message, detail = "" }: { message: string; detail?: string },
) {
  await dialog.showMessageBox({ type: "info", message, detail, buttons: ["OK"], noLink: true });
}

async function wantsDownload(
  { electron: { dialog, app } }: Host,
  { version, releaseNotes }: { version: string; releaseNotes?: string | { note: string | null }[] | null },
): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "info",
    message: `Signalbox ${version} can be had. You have ${app.getVersion()}.`,
    detail: releaseNotesText(releaseNotes),
    buttons: ["Download", "Not Now"],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

async function wantsRestart({ electron: { dialog } }: Host, version: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: "question",
    message: `Signalbox ${version} is ready to be installed.`,
    detail: "Sessions are stopped for it and go on where they were afterwards.",
    buttons: ["Restart and Install", "Later"],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
