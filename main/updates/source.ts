/** The part of electron-updater that is used, so that tests can replace it. */
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
  /** Starts the installer or replaces the app, and ends this process. */
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void;
}
