import type { MenuItemConstructorOptions } from "electron";
import type { Host } from "../host.ts";

export interface QuickActions {
  newSession(): void;
  newFromClipboard(): void;
  openInBrowser(): void;
}

/** The dock menu on macOS and the taskbar tasks on Windows. On Linux they are in the desktop entry. */
export function installQuickActions({ electron, process }: Host, actions: QuickActions): void {
  const { app, Menu } = electron;
  if (process.platform === "darwin") app.dock?.setMenu(Menu.buildFromTemplate(dockMenu(actions)));
  if (process.platform !== "win32") return;
  const own = { program: process.execPath, iconPath: process.execPath, iconIndex: 0 };
  const task = (title: string, link: string) => ({ ...own, title, description: title, arguments: link });
  app.setUserTasks([task("New Session", "signalbox://new"), task("Inbox", "signalbox://inbox")]);
}

function dockMenu(actions: QuickActions): MenuItemConstructorOptions[] {
  return [
    { label: "New Session", click: () => actions.newSession() },
    { label: "New Session from Clipboard", click: () => actions.newFromClipboard() },
    { label: "Open in Browser", click: () => actions.openInBrowser() },
  ];
}
