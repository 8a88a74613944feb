import { create } from "zustand";
import { canConflict, type HotkeyId, hotkeyIds, hotkeyOf } from "./hotkeys.ts";
import { readStored, storageKeys, writeStored } from "./storage-keys.ts";

/** The keys that this browser's person changed. */
export type KeyBindings = Readonly<Partial<Record<string, string>>>;

export const useKeyBindings = create<{ changed: KeyBindings }>()(() => ({
  changed: readStored(storageKeys.keyBindings),
}));

export const shortcutOf = (id: HotkeyId, changed: KeyBindings = useKeyBindings.getState().changed): string =>
  hotkeyOf(id).shortcut === changed[id] || hotkeyOf(id).fixed === true
    ? hotkeyOf(id).shortcut
    : (changed[id] ?? hotkeyOf(id).shortcut);

export const useShortcut = (id: HotkeyId): string => useKeyBindings(({ changed }) => shortcutOf(id, changed));

/** One is the other, or is the first step of it. */
const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

/** Another line whose key this would be, among those that can be on the screen with it. */
export const findConflict = (id: HotkeyId, shortcut: string, changed: KeyBindings): HotkeyId | undefined =>
  hotkeyIds.find(
    (other) =>
      other !== id &&
      canConflict(hotkeyOf(id).scope, hotkeyOf(other).scope) &&
      overlaps(shortcut, shortcutOf(other, changed)),
  );

/** Pressing these means something to the browser or to whatever has the focus. */
const reserved: ReadonlySet<string> = new Set([
  "tab",
  "shift+tab",
  "space",
  "enter",
  "escape",
  "arrowup",
  "arrowdown",
  "arrowleft",
  "arrowright",
  "mod+c",
  "mod+n",
  "mod+q",
  "mod+r",
  "mod+t",
  "mod+v",
  "mod+w",
  "mod+x",
  "mod+z",
]);

/** Alone they are what is typed, or move in the text; with `mod` these still work on the text. */
const editing: ReadonlySet<string> = new Set([
  "mod+a",
  "mod+y",
  "mod+shift+z",
  "mod+backspace",
  "mod+delete",
]);

const isForTyping = (shortcut: string): boolean =>
  !shortcut.startsWith("mod+") || shortcut.startsWith("mod+arrow") || editing.has(shortcut);

/** Why a line cannot have this key, in words; null where it can. */
export function bindingError(id: HotkeyId, shortcut: string, changed: KeyBindings): string | null {
  if (reserved.has(shortcut)) return "The browser needs this key itself.";
  if (hotkeyOf(id).inFields === true && isForTyping(shortcut))
    return "This works while something is typed, so its key needs Ctrl or Cmd and may not change the text.";
  const other = findConflict(id, shortcut, changed);
  return other === undefined ? null : `“${hotkeyOf(other).label}” has this key.`;
}

/** Gives a line its own key back, and likewise each line that had taken it meanwhile: the own ones never clash. */
export function withDefaultKey(id: HotkeyId, changed: KeyBindings): KeyBindings {
  const { [id]: _, ...others } = changed;
  const taker = findConflict(id, hotkeyOf(id).shortcut, others);
  return taker === undefined ? others : withDefaultKey(id, withDefaultKey(taker, others));
}

/** Gives a line another key in this browser; null gives it back its own. */
export function bindKey(id: HotkeyId, shortcut: string | null): void {
  const before = useKeyBindings.getState().changed;
  const isOwn = shortcut === null || shortcut === hotkeyOf(id).shortcut;
  const changed = isOwn ? withDefaultKey(id, before) : { ...before, [id]: shortcut };
  useKeyBindings.setState({ changed });
  writeStored(storageKeys.keyBindings, changed);
}

export function resetKeyBindings(): void {
  useKeyBindings.setState({ changed: {} });
  writeStored(storageKeys.keyBindings, {});
}
