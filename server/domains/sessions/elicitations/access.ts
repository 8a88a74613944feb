import type { SessionPasses } from "../../../lib/session-passes.ts";
import { sessionTokens } from "../../../lib/session-token.ts";
import { childEnvironment } from "./rules.ts";

export type ElicitationAccess = ReturnType<typeof elicitationAccess>;

/** The token in the path that gives access to the elicitations of one session. Redaction knows its shape. */
export function elicitationAccess(deps: {
  passes: Pick<SessionPasses, "of">;
  /** The service's base URL; known once it listens. */
  baseUrl(): string;
  /** How long an elicitation without its own deadline stays open. */
  defaultLifetimeMs: number;
}) {
  const { passes } = deps;
  const tokens = sessionTokens({ passes, purpose: "elicitation", prefix: "elicit", encoding: "hex" });

  /** The URL at which whoever has the token asks and polls. */
  const urlWith = (token: string): string => `${deps.baseUrl()}/api/v1/elicitations/session/${token}`;
  const urlOf = (sessionId: number): string => urlWith(tokens.of(sessionId));

  return {
    defaultLifetimeMs: deps.defaultLifetimeMs,
    urlWith,
    /** The URL for the programs that run for a session. Throws if none run. */
    urlOf,

    /** Returns the session of a token; null if it belongs to no turn that is running. */
    sessionOf: (token: string): number | null => tokens.holderOf(token)?.sessionId ?? null,

    environment: (sessionId: number): Record<string, string> =>
      childEnvironment({ sessionId, url: urlOf(sessionId), lastingMs: deps.defaultLifetimeMs }),
  };
}
