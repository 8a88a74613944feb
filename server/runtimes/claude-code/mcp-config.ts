import type { McpServer } from "../runtime.ts";

/** The content of the file behind `--mcp-config`. */
export function mcpConfig(servers: readonly McpServer[]): object {
  return { mcpServers: Object.fromEntries(servers.map((server) => [server.name, entryOf(server)])) };
}

function entryOf(server: McpServer): object {
  if (server.type === "stdio") {
    return { type: "stdio", command: server.command, args: server.args, env: server.env };
  }
  const type = server.type === "sse" ? "sse" : "http";
  return { type, url: server.url, headers: server.headers };
}
