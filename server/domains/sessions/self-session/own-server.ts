import type { McpServer } from "../../../runtimes/runtime.ts";
import { selfSessionOperations } from "./model.ts";

/** The service's own MCP server as a session's agent is given it. */
export const ownServer = (of: { name: string; url: string; token: string }): McpServer => ({
  name: of.name,
  type: "streamable-http",
  url: `${of.url}${selfSessionOperations.callSelfSession.path}`,
  headers: { Authorization: `Bearer ${of.token}` },
});
