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

/** One line without control or bidirectional characters, or the browser's name if nothing is left. */
export function deviceName(typed: string, browser: string): string {
  const name = typed
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .trim()
    .slice(0, deviceNameLimit)
    .trim();
  return name === "" ? browser : name;
}
