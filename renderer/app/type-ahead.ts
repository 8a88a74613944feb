import type { KeyEvent } from "../lib/keyboard.ts";

/** The text after this key; null if the key does not type. */
export function appendTyped(text: string, { key, ctrlKey, metaKey, altKey }: KeyEvent): string | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "Backspace") return text.slice(0, -1);
  // One character, which may have two code units.
  return [...key].length === 1 ? text + key : null;
}
