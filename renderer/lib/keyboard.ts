/** The part of a KeyboardEvent that is read. */
export interface KeyEvent {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Keys whose name would be lost between others. */
const named: Record<string, string> = { " ": "space", "+": "plus" };

/** The steps of a shortcut, one key press each: "g i" has two. */
export const stepsOf = (shortcut: string): string[] => shortcut.split(" ");

/** What is pressed, as one step of a shortcut; null while it is only Shift and the like. */
export function stepOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyEvent): string | null {
  if (altKey || ["Shift", "Control", "Meta", "Alt", "AltGraph", "Dead"].includes(key)) return null;
  const name = (named[key] ?? key).toLowerCase();
  // A sign such as `?` may need Shift on this keyboard and not on that.
  const saysShift = shiftKey && (/^[a-z]$/i.test(key) || (key.length > 1 && named[key] === undefined));
  return [...(metaKey || ctrlKey ? ["mod"] : []), ...(saysShift ? ["shift"] : []), name].join("+");
}

/** `mod` is Cmd on a Mac and Ctrl elsewhere; letters are meant unshifted unless `shift` is named. */
export const matchesShortcut = (event: KeyEvent, shortcut: string): boolean => stepOf(event) === shortcut;

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
