import { createHmac, timingSafeEqual } from "node:crypto";
import type { PassHolder, SessionPass, SessionPasses } from "./session-passes.ts";

export type SessionTokens = ReturnType<typeof sessionTokens>;

/**
 * Tokens that grant access to one part of one session while a pass of it is open: nothing is stored, and a token is worthless
 * once its turn has ended. `<prefix>_<session id>_<proof>`.
 */
export function sessionTokens(of: {
  passes: Pick<SessionPasses, "of">;
  purpose: string;
  /** Redaction recognizes tokens by this prefix and the length of their proof. */
  prefix: string;
  encoding: "hex" | "base64url";
}) {
  const { passes, purpose, prefix, encoding } = of;
  const shape = new RegExp(`^${prefix}_([1-9]\\d{0,14})_`);

  function tokenUnder({ sessionId, secret }: SessionPass): string {
    const proof = createHmac("sha256", secret).update(`${purpose}:${sessionId}`).digest(encoding);
    return `${prefix}_${sessionId}_${proof}`;
  }

  return {
    /** The token under the session's newest pass. Throws if none is open. */
    of(sessionId: number): string {
      const [newest] = passes.of(sessionId);
      if (newest === undefined) throw new Error(`No program runs for session ${sessionId}`);
      return tokenUnder(newest);
    },

    /** Whose running turn this token belongs to; null if it is not valid, or not any more. */
    holderOf(token: string): PassHolder | null {
      const sessionId = Number(shape.exec(token)?.[1] ?? Number.NaN);
      if (Number.isNaN(sessionId)) return null;
      return passes.of(sessionId).find((pass) => isSameSecret(token, tokenUnder(pass))) ?? null;
    },
  };
}

/** Takes as long for a wrong secret as for the right one. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
