/** The cheapest tool, which returns one count. */
export const benchTool = "get_notifications";

const revision = "2026-07-28";

/** A call of it in the format of the current MCP revision. */
export const mcpCall = {
  method: "POST",
  headers: {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": revision,
    "mcp-method": "tools/call",
    "mcp-name": benchTool,
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: {
      name: benchTool,
      arguments: { badge_only: true },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": revision,
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  }),
} as const;
