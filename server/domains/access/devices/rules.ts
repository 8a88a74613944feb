import { deviceNameLimit, type Pairing } from "./model.ts";

const minuteMs = 60_000;

/** How long a code lets a device in. */
export const pairingMs = 5 * minuteMs;

/** How long a device whose code was right may take to be signed in. */
export const arrivalMs = 2 * minuteMs;

/** Letters that are not mistaken for one another. */
export const codeLetters = "ABCDEFGHJKMNPQRSTUVWXYZ";
export const codeLength = 8;

/** As it is compared: capitals, whatever stands between them left out. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, "");

/** As people read it: "ABCD-EFGH". */
export const spelledCode = (code: string): string => code.replace(/(.{4})(?!$)/g, "$1-");

export function pairingState(
  { usedAt, expiresAt }: { usedAt: number | null; expiresAt: number },
  now: number,
): Pairing["state"] {
  if (usedAt !== null) return "used";
  return now < expiresAt ? "open" : "expired";
}

const mostWrongCodes = 10;
const windowMs = 5 * minuteMs;

/** The tries that still count. */
export const recentTries = (tries: readonly number[], now: number): number[] =>
  tries.filter((at) => now - at < windowMs);

/** For how many minutes after these tries no code is looked at; 0 = it is. */
export function minutesLocked(tries: readonly number[], now: number): number {
  const recent = recentTries(tries, now);
  const [first] = recent.slice(-mostWrongCodes);
  if (recent.length < mostWrongCodes || first === undefined) return 0;
  return Math.ceil((first + windowMs - now) / minuteMs);
}

/** One line without signs that turn the direction of writing; the browser's own name where nothing is left. */
export function deviceName(typed: string, browser: string): string {
  const name = typed
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, deviceNameLimit)
    .trim();
  return name === "" ? browser : name;
}
