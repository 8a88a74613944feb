import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "../host.ts";

/** The part of electron-updater that is used; its packages differ by system, and tests have one of their own. */
export interface UpdateSource {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  logger: unknown;
  checkForUpdates(): Promise<{
    isUpdateAvailable: boolean;
    updateInfo: { version: string; releaseNotes?: string | { note: string | null }[] | null };
  } | null>;
  downloadUpdate(): Promise<unknown>;
  /** Starts the installer, or swaps the app, and ends this process. */
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void;
}

/** Whether this build was packaged with a place to look for updates; electron-builder then writes this file. */
export function hasUpdateFeed({ electron: { app }, process }: Host): Promise<boolean> {
  if (!app.isPackaged) return Promise.resolve(false);
  return access(join(process.resourcesPath, "app-update.yml")).then(
    () => true,
    () => false,
  );
}
