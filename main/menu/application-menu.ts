import type { MenuItemConstructorOptions } from "electron";

export interface MenuActions {
  newSession(): void;
  openLogs(): void;
}

interface Surroundings {
  isMac: boolean;
  /** Of a checkout, where the page's developer tools are allowed. */
  hasDevTools: boolean;
}

export function applicationMenu(
  actions: MenuActions,
  { isMac, hasDevTools }: Surroundings,
): MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [{ role: "appMenu" as const }] : []),
    {
      label: "File",
      submenu: [
        { label: "New Session", accelerator: "CmdOrCtrl+N", click: () => actions.newSession() },
        { type: "separator" },
        { role: "close" },
        ...(isMac ? [] : [{ role: "quit" as const }]),
      ],
    },
    { role: "editMenu" },
    {
      label: "View",
      submenu: [
        { role: "reload" },
        ...(hasDevTools ? [{ role: "toggleDevTools" as const }] : []),
        { type: "separator" },
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { type: "separator" },
        { role: "togglefullscreen" },
      ],
    },
    { role: "windowMenu" },
    { role: "help", submenu: [{ label: "Open the Log Folder", click: () => actions.openLogs() }] },
  ];
}
