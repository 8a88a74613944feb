import { contextBridge } from "electron";

const versionArgument = "--signalbox-version=";

/** What the board may know of its window. Everything else it does over HTTP, as in a browser: there is no IPC. */
contextBridge.exposeInMainWorld("signalbox", {
  shell: "electron",
  platform: process.platform,
  version:
    process.argv.find((argument) => argument.startsWith(versionArgument))?.slice(versionArgument.length) ??
    "",
});
