import { contextBridge, ipcRenderer } from "electron";

const versionArgument = "--signalbox-version=";

/** Hears what the shell says on `channel` until the answer is called. The event itself stays here: it leads to IPC. */
function hear<T>(channel: string, listener: (value: T) => void): () => void {
  const onMessage = (_event: unknown, value: T) => listener(value);
  ipcRenderer.on(channel, onMessage);
  return () => void ipcRenderer.off(channel, onMessage);
}

/** What the board may ask of its window, channel by channel; the shell checks each (main/settings/bridge.ts). */
const desktop = {
  read: () => ipcRenderer.invoke("desktop:read"),
  change: (wanted: unknown) => ipcRenderer.invoke("desktop:change", wanted),
  checkForUpdates: () => ipcRenderer.invoke("desktop:check-for-updates"),
  /** Called with each place the person asked for outside the page, which from now on is not loaded anew for it. */
  onOpen(listener: (path: string) => void) {
    const stop = hear("desktop:open", listener);
    void ipcRenderer.invoke("desktop:follows");
    return stop;
  },
  /** Called with each text a new session was asked for with, one that waits already included. */
  onPrompt(listener: (text: string) => void) {
    const take = async () => {
      const text: unknown = await ipcRenderer.invoke("desktop:take-prompt");
      if (typeof text === "string") listener(text);
    };
    void take();
    return hear("desktop:prompt", () => void take());
  },
};

/** What the board may know of its window. Everything else it does over HTTP, as in a browser. */
contextBridge.exposeInMainWorld("signalbox", {
  shell: "electron",
  platform: process.platform,
  version:
    process.argv.find((argument) => argument.startsWith(versionArgument))?.slice(versionArgument.length) ??
    "",
  desktop,
});
