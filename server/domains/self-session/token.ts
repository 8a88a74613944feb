import { createHmac, timingSafeEqual } from "node:crypto";

const shape = /^sbx_self_(\d{1,15})_([\w-]{43})$/;

/**
 * What an agent shows to reach its own session, made from the installation's secret and the session's id: nothing is
 * stored, and nothing but an archive or a deletion of the session takes it back.
 */
export function selfTokens(secret: string) {
  const proofOf = (sessionId: number): string =>
    createHmac("sha256", secret).update(`self-session:${sessionId}`).digest("base64url");

  return {
    of: (sessionId: number): string => `sbx_self_${sessionId}_${proofOf(sessionId)}`,

    /** The session whose token this is; null when it is nobody's. */
    sessionOf(token: string): number | null {
      const [, digits, proof] = shape.exec(token) ?? [];
      if (digits === undefined || proof === undefined) return null;
      const sessionId = Number(digits);
      return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(sessionId))) ? sessionId : null;
    },
  };
}

export type SelfTokens = ReturnType<typeof selfTokens>;
