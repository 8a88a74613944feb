import { createHmac, timingSafeEqual } from "node:crypto";
import { childEnvironment } from "./rules.ts";

export type ElicitationAccess = ReturnType<typeof elicitationAccess>;

/**
 * The token in the path that opens one session's questions and nothing else. It is derived from the data folder's
 * own secret, so there is nothing to keep; its shape is one that redaction knows.
 */
export function elicitationAccess(deps: {
  secret: string;
  /** Where the service answers; known once it listens. */
  baseUrl(): string;
  /** How long a question waits that sets no deadline of its own. */
  lastingMs: number;
}) {
  function tokenOf(sessionId: number): string {
    const mac = createHmac("sha256", deps.secret).update(`elicitation:${sessionId}`).digest("hex");
    return `elicit_${sessionId}_${mac}`;
  }

  /** The address of a session's questions, for those who ask them. */
  const urlOf = (sessionId: number): string =>
    `${deps.baseUrl()}/api/v1/elicitations/session/${tokenOf(sessionId)}`;

  return {
    lastingMs: deps.lastingMs,
    urlOf,

    /** The session a token stands for; null for a token that we did not make. */
    sessionOf(token: string): number | null {
      const sessionId = Number(/^elicit_([1-9]\d{0,14})_/.exec(token)?.[1] ?? Number.NaN);
      if (Number.isNaN(sessionId)) return null;
      const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(sessionId))];
      return given.byteLength === expected.byteLength && timingSafeEqual(given, expected) ? sessionId : null;
    },

    environment: (sessionId: number): Record<string, string> =>
      childEnvironment({ sessionId, url: urlOf(sessionId), lastingMs: deps.lastingMs }),
  };
}
