import type { HotkeyId } from "../lib/hotkeys.ts";
import { useShortcut } from "../lib/key-bindings.ts";
import { isMac, shortcutParts } from "../lib/keyboard.ts";

/** The current shortcut of a hotkey, in this platform's notation. Hidden on touch screens. */
export function Kbd({ hotkey }: { hotkey: HotkeyId }) {
  return (
    <span className="inline-flex pointer-coarse:hidden">
      <Keys shortcut={useShortcut(hotkey)} />
    </span>
  );
}

/** A shortcut shown as key caps. */
export function Keys({ shortcut }: { shortcut: string }) {
  return (
    <kbd className="inline-flex gap-0.5 font-sans" aria-hidden>
      {shortcutParts(shortcut, isMac()).map((part, index) => (
        <span
          key={`${index}${part}`}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line px-1 text-2xs text-faint"
        >
          {part}
        </span>
      ))}
    </kbd>
  );
}
