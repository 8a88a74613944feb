import { type SessionTokens, sessionTokens } from "../../../lib/session-token.ts";

/** What an agent shows to reach its own session; an archive or a deletion of the session takes it back. */
export const selfTokens = (secret: string): SessionTokens =>
  sessionTokens({ secret, purpose: "self-session", prefix: "sbx_self", encoding: "base64url" });
