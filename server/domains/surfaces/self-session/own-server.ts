import type { McpServer, McpTool } from "../../../runtimes/runtime.ts";
import { selfSessionOperations } from "./model.ts";

/** The service's own MCP server, as configured for a session's agent. */
export const ownServer = (of: {
  name: string;
  url: string;
  token: string;
  tools?: readonly McpTool[] | undefined;
}): McpServer => ({
  name: of.name,
  type: "streamable-http",
  url: `${of.url}${selfSessionOperations.callSelfSession.path}`,
  headers: { Authorization: `Bearer ${of.token}` },
  ...(of.tools && { tools: of.tools }),
});
