import type { KeyEvent } from "../lib/keyboard.ts";

/** What a key makes of the text of a field that is not there yet; null where it is none that writes. */
export function appendTyped(text: string, { key, ctrlKey, metaKey, altKey }: KeyEvent): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "Backspace") return text.slice(0, -1);
  // One character, which may be of two code units.
  return [...key].length === 1 ? text + key : null;
}
