interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** `mod` is Cmd on a Mac and Ctrl elsewhere; a lone key such as `?` needs no modifier named. */
export function matchesShortcut(event: Pressed, shortcut: string): boolean {
  const parts = shortcut.split("+");
  const key = parts.at(-1) ?? "";
  const wantsMod = parts.includes("mod");
  if (event.altKey || wantsMod !== (event.metaKey || event.ctrlKey)) return false;
  return event.key.toLowerCase() === key.toLowerCase() && (key.length > 1 || isShifted(key, event));
}

/** Letters are meant unshifted; a sign such as `?` may need Shift on this keyboard and not on that. */
const isShifted = (key: string, { shiftKey }: Pressed): boolean => !/^[a-z]$/i.test(key) || !shiftKey;

/** True while keys belong to a field, a menu or a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      "input:not([type=checkbox]), textarea, select, [role=menu], [role=listbox], [role=dialog]",
    ) !== null
  );
}

export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

/** How a shortcut is written on this machine, one part per key. */
export function shortcutParts(shortcut: string, mac: boolean): string[] {
  const words: Record<string, string> = { mod: mac ? "⌘" : "Ctrl", enter: "Enter", escape: "Esc" };
  return shortcut.split("+").map((part) => words[part.toLowerCase()] ?? part.toUpperCase());
}
