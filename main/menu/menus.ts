import type { Host } from "../host.ts";
import { applicationMenu, type MenuActions } from "./application-menu.ts";
import { contextMenu } from "./context-menu.ts";

/** Sets the application menu, and the context menu of every page opened from now on. */
export function installMenus({ electron, process }: Host, actions: MenuActions): void {
  const { app, Menu } = electron;
  const context = { isMac: process.platform === "darwin", hasDevTools: !app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(actions, context)));
  app.on("web-contents-created", (_event, contents) => {
    contents.on("context-menu", (_click, place) => {
      const items = contextMenu(place);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}
