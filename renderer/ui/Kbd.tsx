import { isMac, shortcutParts } from "../lib/keyboard.ts";

export function Kbd({ shortcut }: { shortcut: string }) {
  return (
    <kbd className="inline-flex gap-0.5 font-sans" aria-hidden>
      {shortcutParts(shortcut, isMac()).map((part) => (
        <span
          key={part}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line px-1 text-2xs text-faint"
        >
          {part}
        </span>
      ))}
    </kbd>
  );
}
