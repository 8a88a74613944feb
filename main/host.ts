import type * as electron from "electron";
import type { startService } from "../server/index.ts";
import type { UpdateSource } from "./updates/source.ts";

/** Injected everywhere instead of imported, so that tests run the shell without an Electron binary. */
export type Electron = typeof electron;

/** The part of Node's `process` that the shell reads. */
export interface HostProcess {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  argv: readonly string[];
  execPath: string;
  /** Where a packaged app's own files are; only looked at when the app is packaged. */
  resourcesPath: string;
  on(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

export interface Host {
  electron: Electron;
  process: HostProcess;
  /**
   * Imported by path and late: a failure to load shows the recovery window, and in a packaged app the service
   * lives outside the archive, since worker threads and child processes need its files to be real ones.
   */
  importService(file: string): Promise<{ startService: typeof startService }>;
  /** Late as well: only a build with a feed ever needs it. */
  importUpdater(): Promise<UpdateSource>;
}
