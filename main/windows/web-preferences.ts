import type { WebPreferences } from "electron";

/** Spelled out in full, although most are Electron's defaults today. */
export function webPreferences(own: WebPreferences): WebPreferences {
  return {
    ...own,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
  };
}
