import { create } from "zustand";
import { canConflict, type HotkeyId, hotkeyIds, hotkeyOf } from "./hotkeys.ts";
import { readStored, storageKeys, writeStored } from "./storage-keys.ts";
import { text } from "./text.ts";

/** The shortcuts that were changed in this browser. */
export type KeyBindings = Readonly<Partial<Record<string, string>>>;

export const useKeyBindings = create<{ changed: KeyBindings }>()(() => ({
  changed: readStored(storageKeys.keyBindings),
}));

export const shortcutOf = (id: HotkeyId, changed: KeyBindings = useKeyBindings.getState().changed): string =>
  hotkeyOf(id).shortcut === changed[id] || hotkeyOf(id).fixed === true
    ? hotkeyOf(id).shortcut
    : (changed[id] ?? hotkeyOf(id).shortcut);

export const useShortcut = (id: HotkeyId): string => useKeyBindings(({ changed }) => shortcutOf(id, changed));

/** Whether the two are equal or one is the first step of the other. */
const overlaps = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other} `) || other.startsWith(`${one} `);

/** The hotkey that already uses this shortcut in a scope that can be on the screen at the same time. */
export const findConflict = (id: HotkeyId, shortcut: string, changed: KeyBindings): HotkeyId | undefined =>
  hotkeyIds.find(
    (other) =>
      other !== id &&
      canConflict(hotkeyOf(id).scope, hotkeyOf(other).scope) &&
      overlaps(shortcut, shortcutOf(other, changed)),
  );

/** The browser or the focused element needs these. */
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

/** Shortcuts with `mod` that edit text. */
const editing: ReadonlySet<string> = new Set([
  "mod+a",
  "mod+y",
  "mod+shift+z",
  "mod+backspace",
  "mod+delete",
]);

const isForTyping = (shortcut: string): boolean =>
  !shortcut.startsWith("mod+") || shortcut.startsWith("mod+arrow") || editing.has(shortcut);

/** Explains why a hotkey cannot have this shortcut. Returns null if it can. */
export function bindingError(id: HotkeyId, shortcut: string, changed: KeyBindings): string | null {
  if (reserved.has(shortcut)) return text.keys.reserved;
  if (hotkeyOf(id).inFields === true && isForTyping(shortcut)) return text.keys.editsText;
  const other = findConflict(id, shortcut, changed);
  return other === undefined ? null : text.keys.taken(hotkeyOf(other).label);
}

/** Restores a hotkey's default shortcut, and that of each hotkey that took it; the defaults never conflict. */
export function withDefaultKey(id: HotkeyId, changed: KeyBindings): KeyBindings {
  const { [id]: _, ...others } = changed;
  const taker = findConflict(id, hotkeyOf(id).shortcut, others);
  return taker === undefined ? others : withDefaultKey(id, withDefaultKey(taker, others));
}

/** Changes a hotkey's shortcut in this browser; null restores the default. */
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
