import { randomBytes } from "node:crypto";

/** A secret of 256 bits that nobody can guess, in base64url. */
export const newToken = (): string => randomBytes(32).toString("base64url");
