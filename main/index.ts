import { pathToFileURL } from "node:url";
import electron from "electron";
import { runShell } from "./boot/index.ts";

void runShell({
  electron,
  process,
  importService: (file) => import(/* @vite-ignore */ pathToFileURL(file).href),
  importUpdater: async () => (await import("electron-updater")).default.autoUpdater,
});
