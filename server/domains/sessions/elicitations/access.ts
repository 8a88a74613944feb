import { sessionTokens } from "../../../lib/session-token.ts";
import { childEnvironment } from "./rules.ts";

export type ElicitationAccess = ReturnType<typeof elicitationAccess>;

/**
 * The token in the path that gives access to the elicitations of one session. It is derived from the data folder's secret,
 * so nothing is stored, and redaction knows its shape.
 */
export function elicitationAccess(deps: {
  secret: string;
  /** The service's base URL; known once it listens. */
  baseUrl(): string;
  /** How long an elicitation without its own deadline stays open. */
  defaultLifetimeMs: number;
}) {
  const { secret } = deps;
  const tokens = sessionTokens({ secret, purpose: "elicitation", prefix: "elicit", encoding: "hex" });

  /** The URL at which a session's MCP servers ask and poll. */
  const urlOf = (sessionId: number): string =>
    `${deps.baseUrl()}/api/v1/elicitations/session/${tokens.of(sessionId)}`;

  return {
    defaultLifetimeMs: deps.defaultLifetimeMs,
    urlOf,

    /** Returns the session of a token; null if we did not issue it. */
    sessionOf: tokens.sessionOf,

    environment: (sessionId: number): Record<string, string> =>
      childEnvironment({ sessionId, url: urlOf(sessionId), lastingMs: deps.defaultLifetimeMs }),
  };
}
