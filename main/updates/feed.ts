import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Host } from "../host.ts";

/** Whether this build was packaged with an update feed: electron-builder then writes this file. */
export function hasUpdateFeed({ electron: { app }, process }: Host): Promise<boolean> {
  if (!app.isPackaged) return Promise.resolve(false);
  return access(join(process.resourcesPath, "app-update.yml")).then(
    () => true,
    () => false,
  );
}
