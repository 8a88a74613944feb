/** A JSON-RPC message of MCP; notifications have no id. */
export interface RpcMessage {
  id?: number | string;
  method?: string;
  params?: { protocolVersion?: string; name?: string; arguments?: { text?: string; html?: string } };
}

const echoTool = {
  name: "echo",
  description: "Says the text back.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
};

const drawTool = {
  name: "draw",
  description: "Answers with an app of this HTML.",
  inputSchema: { type: "object", properties: { html: { type: "string" } }, required: ["html"] },
};

const contentOf = (params: RpcMessage["params"]): object[] =>
  params?.name === "draw"
    ? [
        { type: "text", text: "Here is the app." },
        {
          type: "resource",
          resource: {
            uri: "ui://echo/app",
            mimeType: "text/html;profile=mcp-app",
            text: params.arguments?.html ?? "",
          },
        },
      ]
    : [{ type: "text", text: `echo: ${params?.arguments?.text}` }];

/** The answer of a small MCP server with the tools `echo` and `draw`; null for a notification. */
export function answer(message: RpcMessage): object | null {
  if (message.id === undefined) return null;
  const reply = { jsonrpc: "2.0", id: message.id };
  switch (message.method) {
    case "initialize":
      return {
        ...reply,
        result: {
          protocolVersion: message.params?.protocolVersion ?? "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "echo", version: "1" },
        },
      };
    case "tools/list":
      return { ...reply, result: { tools: [echoTool, drawTool] } };
    case "tools/call":
      return { ...reply, result: { content: contentOf(message.params) } };
    case "ping":
      return { ...reply, result: {} };
    case undefined:
    default:
      return { ...reply, error: { code: -32601, message: "Method not found" } };
  }
}
