import { followClock } from "../../../db/clock-part.ts";

/** A token that is renewed too early does no harm, one that is kept too long is refused by its server. */
export const mcpConnectionClock = followClock(
  { table: "mcp_connections", dueTimes: ["access_expires_at", "last_refreshed_at"] },
  { table: "mcp_sign_ins", terms: ["expires_at"] },
);
