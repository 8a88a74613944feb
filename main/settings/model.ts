import { z } from "zod";

const modifiers = ["CommandOrControl", "Control", "Command", "Super", "Alt", "Shift"];
const key = /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space)$/;

/**
 * Whether a text is a valid chord in Electron's spelling: at least two modifiers, one of them not Shift, since anything
 * less would take a key from every other program.
 */
export function isAccelerator(text: string): boolean {
  const held = text.split("+");
  const last = held.pop() ?? "";
  return (
    key.test(last) &&
    held.length >= 2 &&
    new Set(held).size === held.length &&
    held.every((name) => modifiers.includes(name))
  );
}

const chord = z
  .string()
  .max(60)
  .refine(isAccelerator, "Use at least two modifier keys, such as Control and Shift");

/** The settings that the shell stores; the system itself stores what opens at login. */
export const storedSettings = z.object({
  shortcut: chord.nullable().catch(null),
  talkShortcut: chord.nullable().catch(null),
  checksForUpdates: z.boolean().catch(true),
});
export type StoredSettings = z.infer<typeof storedSettings>;

/** A change requested by the board. It comes from a page, so nothing else in it is accepted. */
export const settingsChange = z.strictObject({
  shortcut: chord.nullable().optional(),
  talkShortcut: chord.nullable().optional(),
  opensAtLogin: z.boolean().optional(),
  checksForUpdates: z.boolean().optional(),
});
export type SettingsChange = z.infer<typeof settingsChange>;

/** As renderer/lib/desktop.ts reads it. */
export interface DesktopState {
  /** Brings the window to the front from anywhere. Null if none is set. */
  shortcut: string | null;
  /** Starts a live call from anywhere, or ends it. Null if none is set. */
  talkShortcut: string | null;
  /** Null if this system or installation does not support it. */
  opensAtLogin: boolean | null;
  /** Null in a build without an update feed. */
  checksForUpdates: boolean | null;
  /** A sentence on what failed in the last change. */
  problem: string | null;
}
