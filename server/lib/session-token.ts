import { createHmac, timingSafeEqual } from "node:crypto";

export type SessionTokens = ReturnType<typeof sessionTokens>;

/**
 * Tokens that grant access to one part of one session, derived from the secret of the data folder. Nothing is stored, so only
 * the state of the session can revoke one. `<prefix>_<session id>_<proof>`.
 */
export function sessionTokens(of: {
  secret: string;
  purpose: string;
  /** Redaction recognizes tokens by this prefix and the length of their proof. */
  prefix: string;
  encoding: "hex" | "base64url";
}) {
  const shape = new RegExp(`^${of.prefix}_([1-9]\\d{0,14})_`);

  function tokenOf(sessionId: number): string {
    const proof = createHmac("sha256", of.secret).update(`${of.purpose}:${sessionId}`).digest(of.encoding);
    return `${of.prefix}_${sessionId}_${proof}`;
  }

  return {
    of: tokenOf,

    /** The session of this token; null if it is not valid. */
    sessionOf(token: string): number | null {
      const sessionId = Number(shape.exec(token)?.[1] ?? Number.NaN);
      return !Number.isNaN(sessionId) && isSameSecret(token, tokenOf(sessionId)) ? sessionId : null;
    },
  };
}

/** Takes as long for a wrong secret as for the right one. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
