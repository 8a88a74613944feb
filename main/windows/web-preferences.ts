import type { WebPreferences } from "electron";

/** Stated in full, though most are Electron's own defaults today. */
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
