import type { MenuItemConstructorOptions } from "electron";
import { text } from "../text.ts";

export interface MenuActions {
  newSession(): void;
  newFromClipboard(): void;
  openSettings(): void;
  openInBrowser(): void;
  copySignInLink(): void;
  checkForUpdates(): void;
  openLogs(): void;
}

interface MenuContext {
  isMac: boolean;
  /** In a checkout, where the page's developer tools are allowed. */
  hasDevTools: boolean;
}

export function applicationMenu(
  actions: MenuActions,
  { isMac, hasDevTools }: MenuContext,
): MenuItemConstructorOptions[] {
  return [
    ...(isMac ? [appMenu(actions)] : []),
    {
      label: text.menu.file,
      submenu: [
        { label: text.menu.newSession, accelerator: "CmdOrCtrl+N", click: () => actions.newSession() },
        {
          label: text.menu.newFromClipboard,
          accelerator: "CmdOrCtrl+Shift+N",
          click: () => actions.newFromClipboard(),
        },
        { type: "separator" },
        { label: text.menu.openInBrowser, click: () => actions.openInBrowser() },
        { label: text.menu.copySignInLink, click: () => actions.copySignInLink() },
        ...(isMac ? [] : [settingsItem(actions)]),
        { type: "separator" },
        { role: "close" },
        ...(isMac ? [] : [{ role: "quit" as const }]),
      ],
    },
    { role: "editMenu" },
    {
      label: text.menu.view,
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
    {
      role: "help",
      submenu: [
        ...(isMac ? [] : [updatesItem(actions)]),
        { label: text.menu.openLogs, click: () => actions.openLogs() },
      ],
    },
  ];
}

/** The role `appMenu` cannot hold our own items. */
function appMenu(actions: MenuActions): MenuItemConstructorOptions {
  return {
    label: text.appName,
    submenu: [
      { role: "about" },
      updatesItem(actions),
      { type: "separator" },
      settingsItem(actions),
      { type: "separator" },
      { role: "services" },
      { type: "separator" },
      { role: "hide" },
      { role: "hideOthers" },
      { role: "unhide" },
      { type: "separator" },
      { role: "quit" },
    ],
  };
}

const settingsItem = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: text.menu.settings,
  accelerator: "CmdOrCtrl+,",
  click: () => actions.openSettings(),
});

const updatesItem = (actions: MenuActions): MenuItemConstructorOptions => ({
  label: text.menu.checkForUpdates,
  click: () => actions.checkForUpdates(),
});
