import { hash } from "node:crypto";

/** What is stored of a credential: enough to recognize it, but not to use it. SHA-256, hex. */
export const digestOf = (secret: string): string => hash("sha256", secret, "hex");

/** The same of any bytes that are not shared with another thread, calculated on one of Node's. */
export const digestAway = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)).toString("hex");

/** The same in base64url, as in the OAuth tables. */
export const compactDigestOf = (secret: string): string => hash("sha256", secret, "base64url");
