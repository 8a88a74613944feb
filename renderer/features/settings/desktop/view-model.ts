/** The part of a KeyboardEvent that is read; `code` is the key's place, since a held Alt changes its letter on a Mac. */
export interface PressedChord {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export type Chord =
  | { kind: "waiting" }
  | { kind: "refused"; why: string }
  | { kind: "chord"; accelerator: string };

const keyOf = (code: string): string | null =>
  /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2})|(Space))$/.exec(code)?.slice(1).find(Boolean) ?? null;

/** What is held and pressed, in Electron's spelling, as soon as it is one that may be had from the whole system. */
export function chordOf(event: PressedChord, mac: boolean): Chord {
  if (/^(?:Control|Meta|Alt|Shift|OS)/.test(event.code)) return { kind: "waiting" };
  const key = keyOf(event.code);
  if (key === null) return { kind: "refused", why: "Use a letter, a digit, Space or a function key." };
  const held = [
    ...(event.ctrlKey ? ["Control"] : []),
    ...(event.metaKey ? [mac ? "Command" : "Super"] : []),
    ...(event.altKey ? ["Alt"] : []),
    ...(event.shiftKey ? ["Shift"] : []),
  ];
  if (held.length < 2) {
    const why = `Add two modifier keys, such as ${mac ? "⌃ and ⌥" : "Ctrl and Alt"}, to avoid conflicts with other apps.`;
    return { kind: "refused", why };
  }
  return { kind: "chord", accelerator: [...held, key].join("+") };
}

const words: Record<string, [mac: string, other: string]> = {
  CommandOrControl: ["⌘", "Ctrl"],
  Command: ["⌘", "Cmd"],
  Control: ["⌃", "Ctrl"],
  Super: ["⌘", "Super"],
  Alt: ["⌥", "Alt"],
  Shift: ["⇧", "Shift"],
};

/** As this system writes it: "Ctrl + Alt + S", "⌃⌥S". */
export const chordWords = (accelerator: string, mac: boolean): string =>
  accelerator
    .split("+")
    .map((part) => words[part]?.[mac ? 0 : 1] ?? part)
    .join(mac ? "" : " + ");
