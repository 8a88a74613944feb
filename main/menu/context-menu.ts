import type { MenuItemConstructorOptions } from "electron";

export interface ContextMenuPlace {
  isEditable: boolean;
  selectionText: string;
}

/** What a browser would offer on a right click; Electron offers nothing. Empty where there is nothing to do. */
export function contextMenu({ isEditable, selectionText }: ContextMenuPlace): MenuItemConstructorOptions[] {
  if (isEditable) return [{ role: "cut" }, { role: "copy" }, { role: "paste" }, { role: "selectAll" }];
  return selectionText.trim() === "" ? [] : [{ role: "copy" }];
}
