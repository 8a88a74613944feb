/** The fields of a KeyboardEvent that are used. */
export interface KeyEvent {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Keys whose character would be ambiguous in a shortcut. */
const named: Record<string, string> = { " ": "space", "+": "plus" };

/** The key presses of a shortcut: "g i" has two. */
export const stepsOf = (shortcut: string): string[] => shortcut.split(" ");

/** A key press as one step of a shortcut. Returns null for modifier keys alone. */
export function stepOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyEvent): string | null {
  if (altKey || ["Shift", "Control", "Meta", "Alt", "AltGraph", "Dead"].includes(key)) return null;
  const name = (named[key] ?? key).toLowerCase();
  // Whether a character such as `?` needs Shift depends on the keyboard layout.
  const saysShift = shiftKey && (/^[a-z]$/i.test(key) || (key.length > 1 && named[key] === undefined));
  return [...(metaKey || ctrlKey ? ["mod"] : []), ...(saysShift ? ["shift"] : []), name].join("+");
}

/** `mod` is Cmd on a Mac and Ctrl elsewhere; letters are unshifted unless `shift` is named. */
export const matchesShortcut = (event: KeyEvent, shortcut: string): boolean => stepOf(event) === shortcut;

/** What is open over the page and has the keyboard. */
export const popups = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** Whether key presses belong to a field, a menu or a dialog. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      "input:not([type=checkbox]), textarea, select, [role=menu], [role=listbox], [role=dialog], [role=alertdialog]",
    ) !== null
  );
}

export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

/** A shortcut in this platform's notation, one part per key. */
export function shortcutParts(shortcut: string, mac: boolean): string[] {
  const words: Record<string, string> = {
    mod: mac ? "⌘" : "Ctrl",
    shift: mac ? "⇧" : "Shift",
    enter: "Enter",
    escape: "Esc",
    space: "Space",
    plus: "+",
    arrowup: "↑",
    arrowdown: "↓",
  };
  return stepsOf(shortcut)
    .flatMap((step) => step.split("+"))
    .map((part) => words[part] ?? part.toUpperCase());
}
