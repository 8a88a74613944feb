import { text } from "./text.ts";

/** The parts of a KeyboardEvent that are read. `code` is the key's position, since Alt changes its letter on a Mac. */
export interface PressedChord {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

export type Chord =
  | { kind: "waiting" }
  | { kind: "refused"; reason: string }
  | { kind: "chord"; accelerator: string };

const keyOf = (code: string): string | null =>
  /^(?:Key([A-Z])|Digit(\d)|(F\d{1,2})|(Space))$/.exec(code)?.slice(1).find(Boolean) ?? null;

/** The pressed keys in Electron's spelling, if the whole system can use them as a shortcut. */
export function chordOf(event: PressedChord, mac: boolean): Chord {
  if (/^(?:Control|Meta|Alt|Shift|OS)/.test(event.code)) return { kind: "waiting" };
  const key = keyOf(event.code);
  if (key === null) return { kind: "refused", reason: text.shortcut.badKey };
  const modifiers = [
    ...(event.ctrlKey ? ["Control"] : []),
    ...(event.metaKey ? [mac ? "Command" : "Super"] : []),
    ...(event.altKey ? ["Alt"] : []),
    ...(event.shiftKey ? ["Shift"] : []),
  ];
  if (modifiers.length < 2) {
    const reason = text.shortcut.addModifiers(mac ? "⌃ and ⌥" : "Ctrl and Alt");
    return { kind: "refused", reason };
  }
  return { kind: "chord", accelerator: [...modifiers, key].join("+") };
}

const keyNames: Record<string, [mac: string, other: string]> = {
  CommandOrControl: ["⌘", "Ctrl"],
  Command: ["⌘", "Cmd"],
  Control: ["⌃", "Ctrl"],
  Super: ["⌘", "Super"],
  Alt: ["⌥", "Alt"],
  Shift: ["⇧", "Shift"],
};

/** As this system writes it: "Ctrl + Alt + S", "⌃⌥S". */
export const formatChord = (accelerator: string, mac: boolean): string =>
  accelerator
    .split("+")
    .map((part) => keyNames[part]?.[mac ? 0 : 1] ?? part)
    .join(mac ? "" : " + ");
