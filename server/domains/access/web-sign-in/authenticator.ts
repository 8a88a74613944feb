import { createHash, randomInt } from "node:crypto";

const stepSeconds = 30;
const recoveryCodeCount = 10;
/** Characters that are easy to tell apart. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

// Loaded on first use: most installations never use web sign-in.
const otp = () => import("otpauth");

async function totpOf(secret: string, email = "") {
  const { Secret, TOTP } = await otp();
  return new TOTP({
    issuer: "Signalbox",
    label: email,
    secret: Secret.fromBase32(secret),
    period: stepSeconds,
  });
}

/** A new authenticator's secret, in base32. */
export async function newAuthenticator(): Promise<string> {
  const { Secret } = await otp();
  return new Secret({ size: 20 }).base32;
}

/** The QR code that an authenticator app scans, as a data: URL. */
export async function authenticatorImage(secret: string, email: string): Promise<string> {
  const { toString: draw } = await import("qrcode");
  const svg = await draw((await totpOf(secret, email)).toString(), { type: "svg", margin: 2 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** The time step this code belongs to, accepting one step early or late. Returns null if it matches none. */
export async function stepOf(code: string, secret: string, now: number): Promise<number | null> {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = (await totpOf(secret)).validate({ token, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / 1_000 / stepSeconds) + delta;
}

/** Ten codes of 79 bits each, such as "abcd-efgh-jkmn-pqrs". */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => {
    const characters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]);
    return characters.join("").replace(/(.{4})(?!$)/g, "$1-");
  });

/** The stored form of a recovery code, regardless of spaces, dashes and case. */
export const recoveryDigest = (code: string): string =>
  createHash("sha256")
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ""))
    .digest("hex");
