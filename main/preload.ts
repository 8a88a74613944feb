import { contextBridge, ipcRenderer } from "electron";

const versionArgument = "--signalbox-version=";

/** Listens on `channel` until the returned function is called. Keeps the event from the page, since it gives access to IPC. */
function subscribe<T>(channel: string, listener: (value: T) => void): () => void {
  const onMessage = (_event: unknown, value: T) => listener(value);
  ipcRenderer.on(channel, onMessage);
  return () => void ipcRenderer.off(channel, onMessage);
}

/** What the board may request of the shell, which checks every message (main/settings/bridge.ts). */
const desktop = {
  read: () => ipcRenderer.invoke("desktop:read"),
  change: (wanted: unknown) => ipcRenderer.invoke("desktop:change", wanted),
  checkForUpdates: () => ipcRenderer.invoke("desktop:check-for-updates"),
  /** Called with each path that a person opens outside the page. From then on the page navigates by itself, without a reload. */
  onOpen(listener: (path: string) => void) {
    const stop = subscribe("desktop:open", listener);
    void ipcRenderer.invoke("desktop:follows");
    return stop;
  },
  /** Called each time the person presses the shortcut for live mode. */
  onTalk: (listener: () => void) => subscribe("desktop:talk", () => listener()),
  /** Called with each prompt for a new session, including one that is already waiting. */
  onPrompt(listener: (text: string) => void) {
    const take = async () => {
      const text: unknown = await ipcRenderer.invoke("desktop:take-prompt");
      if (typeof text === "string") listener(text);
    };
    void take();
    return subscribe("desktop:prompt", () => void take());
  },
};

/** All that the board gets of the shell. Everything else goes over HTTP, as in a browser. */
contextBridge.exposeInMainWorld("signalbox", {
  shell: "electron",
  platform: process.platform,
  version:
    process.argv.find((argument) => argument.startsWith(versionArgument))?.slice(versionArgument.length) ??
    "",
  /** Synchronous, because the page's first requests need it. */
  signIn: ipcRenderer.sendSync("desktop:page-key") as { id: string; token: string } | null,
  desktop,
});
