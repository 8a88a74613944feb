import type { HotkeyId } from "../lib/hotkeys.ts";
import { useShortcut } from "../lib/key-bindings.ts";
import { isMac, shortcutParts } from "../lib/keyboard.ts";

/** The current shortcut of a hotkey, in this platform's notation. Hidden on touch screens. */
export function Kbd({ hotkey, onFill = false }: { hotkey: HotkeyId; onFill?: boolean }) {
  return (
    <span className="inline-flex pointer-coarse:hidden">
      <Keys shortcut={useShortcut(hotkey)} onFill={onFill} />
    </span>
  );
}

/** A shortcut shown as key caps, in the color of the text around them if that is on a filled button. */
export function Keys({ shortcut, onFill = false }: { shortcut: string; onFill?: boolean }) {
  const tone = onFill ? "border-current" : "border-line text-faint";
  return (
    <kbd className="inline-flex gap-0.5 font-sans" aria-hidden>
      {shortcutParts(shortcut, isMac()).map((part, index) => (
        <span
          key={`${index}${part}`}
          className={`inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border px-1 text-2xs ${tone}`}
        >
          {part}
        </span>
      ))}
    </kbd>
  );
}
