import { z } from "zod";

const modifiers = ["CommandOrControl", "Control", "Command", "Super", "Alt", "Shift"];
const key = /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space)$/;

/**
 * Whether a text is a chord of ours in Electron's spelling. Two modifiers at least, of which one is not Shift: anything
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

const chord = z.string().max(60).refine(isAccelerator, "Hold at least two keys such as Control and Shift");

/** What the shell keeps of the person's wishes; the system itself knows what opens at login. */
export const keptSettings = z.object({
  shortcut: chord.nullable().catch(null),
  checksForUpdates: z.boolean().catch(true),
});
export type KeptSettings = z.infer<typeof keptSettings>;

/** What the board may ask for; all of it comes from a page and is trusted with nothing else. */
export const settingsChange = z.strictObject({
  shortcut: chord.nullable().optional(),
  opensAtLogin: z.boolean().optional(),
  checksForUpdates: z.boolean().optional(),
});
export type SettingsChange = z.infer<typeof settingsChange>;

/** As renderer/lib/desktop.ts reads it. */
export interface DesktopState {
  /** Brings the window to the front from anywhere; null while there is none. */
  shortcut: string | null;
  /** Null where this system or this installation has no such thing. */
  opensAtLogin: boolean | null;
  /** Null in a build that knows no place where updates come from. */
  checksForUpdates: boolean | null;
  /** In a sentence, what of the last change could not be had. */
  problem: string | null;
}
