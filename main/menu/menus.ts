import type { Host } from "../host.ts";
import { applicationMenu, type MenuActions } from "./application-menu.ts";
import { contextMenu } from "./context-menu.ts";

/** Sets the application's menu, and what a right click offers in every page that is opened from now on. */
export function installMenus({ electron, process }: Host, actions: MenuActions): void {
  const { app, Menu } = electron;
  const surroundings = { isMac: process.platform === "darwin", hasDevTools: !app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(actions, surroundings)));
  app.on("web-contents-created", (_event, contents) => {
    contents.on("context-menu", (_click, place) => {
      const items = contextMenu(place);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}
