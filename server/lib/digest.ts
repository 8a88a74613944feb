import { hash } from "node:crypto";

/** What is stored of a credential: enough to recognize it, but not to use it. SHA-256, hex. */
export const digestOf = (secret: string): string => hash("sha256", secret, "hex");

/** The same in base64url, as in the OAuth tables. */
export const compactDigestOf = (secret: string): string => hash("sha256", secret, "base64url");
