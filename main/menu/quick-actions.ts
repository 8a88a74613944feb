import type { MenuItemConstructorOptions } from "electron";
import type { Host } from "../host.ts";
import { text } from "../text.ts";

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
  app.setUserTasks([
    task(text.menu.newSession, "signalbox://new"),
    task(text.menu.inbox, "signalbox://inbox"),
  ]);
}

function dockMenu(actions: QuickActions): MenuItemConstructorOptions[] {
  return [
    { label: text.menu.newSession, click: () => actions.newSession() },
    { label: text.menu.newFromClipboard, click: () => actions.newFromClipboard() },
    { label: text.menu.openInBrowser, click: () => actions.openInBrowser() },
  ];
}
