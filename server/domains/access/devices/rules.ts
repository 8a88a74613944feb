import { cutCharacters } from "../../../lib/character-rules.ts";
import { deviceNameLimit, type Pairing } from "./model.ts";

const minuteMs = 60_000;

/** How long a code is valid. */
export const pairingMs = 5 * minuteMs;

/** How long a device may take to sign in after entering a correct code. */
export const deviceSignInMs = 2 * minuteMs;

/** Letters that are easy to tell apart. */
export const codeLetters = "ABCDEFGHJKMNPQRSTUVWXYZ";
export const codeLength = 8;

/** The form in which codes are compared: uppercase letters only. */
export const normalizedCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, "");

/** The form shown to people: "ABCD-EFGH". */
export const formattedCode = (code: string): string => code.replace(/(.{4})(?!$)/g, "$1-");

export function pairingState(
  { usedAt, expiresAt }: { usedAt: number | null; expiresAt: number },
  now: number,
): Pairing["state"] {
  if (usedAt !== null) return "used";
  return now < expiresAt ? "open" : "expired";
}

const mostWrongCodes = 10;
const windowMs = 5 * minuteMs;

/** The attempts that still count. */
export const recentAttempts = (attempts: readonly number[], now: number): number[] =>
  attempts.filter((at) => now - at < windowMs);

/** How many minutes codes are still refused after these attempts; 0 when they are accepted. */
export function minutesLocked(attempts: readonly number[], now: number): number {
  const recent = recentAttempts(attempts, now);
  const [first] = recent.slice(-mostWrongCodes);
  if (recent.length < mostWrongCodes || first === undefined) return 0;
  return Math.ceil((first + windowMs - now) / minuteMs);
}

/** One line of characters that can be seen, or the browser's name if nothing is left. */
export function deviceName(typed: string, browser: string): string {
  const readable = typed
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\s]+/gu, " ");
  const name = cutCharacters(readable.trim(), deviceNameLimit).trim();
  return name === "" ? browser : name;
}

/** The name, with a number after it if another device has it, since a person confirms what a device asks for by its name. */
export function distinctName(name: string, taken: readonly string[]): string {
  const compared = (one: string): string => one.normalize("NFKC").toLowerCase();
  const others = new Set(taken.map(compared));
  let distinct = name;
  for (let n = 2; others.has(compared(distinct)); n += 1) {
    const end = ` (${n})`;
    distinct = cutCharacters(name, deviceNameLimit - end.length) + end;
  }
  return distinct;
}
