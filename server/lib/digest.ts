import { hash } from "node:crypto";

/** All that is stored of a secret which opens something: enough to know it again, not to have it. SHA-256, hex. */
export const digestOf = (secret: string): string => hash("sha256", secret, "hex");

/** The same in base64url, as the tables of OAuth hold it. */
export const compactDigestOf = (secret: string): string => hash("sha256", secret, "base64url");
