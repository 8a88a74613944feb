import { type SessionTokens, sessionTokens } from "../../../lib/session-token.ts";

/** The token with which an agent accesses its own session; invalid once the session is archived or deleted. */
export const selfTokens = (secret: string): SessionTokens =>
  sessionTokens({ secret, purpose: "self-session", prefix: "sbx_self", encoding: "base64url" });
