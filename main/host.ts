import type * as electron from "electron";
import type { startService } from "../server/index.ts";
import type { UpdateSource } from "./updates/source.ts";

/** Injected everywhere rather than imported, so that tests run the shell without an Electron binary. */
export type Electron = typeof electron;

/** The part of Node's `process` that the shell reads. */
export interface HostProcess {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  argv: readonly string[];
  execPath: string;
  /** Where a packaged app's own files are; only used if the app is packaged. */
  resourcesPath: string;
  on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

export interface Host {
  electron: Electron;
  process: HostProcess;
  /**
   * Imported late and by path: a failure to load shows the recovery window, and in a packaged app the service is
   * outside the archive, since worker threads and child processes need real files.
   */
  importService(file: string): Promise<{ startService: typeof startService }>;
  /** Also imported late: only a build with an update feed needs it. */
  importUpdater(): Promise<UpdateSource>;
}
