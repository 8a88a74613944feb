import type { SessionPasses } from "../../../lib/session-passes.ts";
import { type SessionTokens, sessionTokens } from "../../../lib/session-token.ts";

/** The token with which an agent accesses its own session. `holderOf` says whose running turn a token belongs to. */
export const selfTokens = (passes: Pick<SessionPasses, "of">): SessionTokens =>
  sessionTokens({ passes, purpose: "self-session", prefix: "sbx_self", encoding: "base64url" });
