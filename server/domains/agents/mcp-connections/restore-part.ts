import { keepTables } from "../../../db/restore-part.ts";

/** Where this service is signed in. */
export const mcpConnectionRestore = keepTables(["mcp_connections", "mcp_sign_ins"]);
