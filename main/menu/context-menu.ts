import type { MenuItemConstructorOptions } from "electron";

export interface ContextMenuPlace {
  isEditable: boolean;
  selectionText: string;
}

/** The items of a browser's context menu, which Electron does not provide. Empty if none applies. */
export function contextMenu({ isEditable, selectionText }: ContextMenuPlace): MenuItemConstructorOptions[] {
  if (isEditable) return [{ role: "cut" }, { role: "copy" }, { role: "paste" }, { role: "selectAll" }];
  return selectionText.trim() === "" ? [] : [{ role: "copy" }];
}
