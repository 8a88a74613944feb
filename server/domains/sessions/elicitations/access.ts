import { sessionTokens } from "../../../lib/session-token.ts";
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
  const { secret } = deps;
  const tokens = sessionTokens({ secret, purpose: "elicitation", prefix: "elicit", encoding: "hex" });

  /** The address of a session's questions, for those who ask them. */
  const urlOf = (sessionId: number): string =>
    `${deps.baseUrl()}/api/v1/elicitations/session/${tokens.of(sessionId)}`;

  return {
    lastingMs: deps.lastingMs,
    urlOf,

    /** The session a token stands for; null for a token that we did not make. */
    sessionOf: tokens.sessionOf,

    environment: (sessionId: number): Record<string, string> =>
      childEnvironment({ sessionId, url: urlOf(sessionId), lastingMs: deps.lastingMs }),
  };
}
