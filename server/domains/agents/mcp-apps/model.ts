import { z } from "zod";

export const mostAllowedServers = 100;

export const serverNameMaxLength = 100;
export const serverNameRule =
  "Use the server's name as it is in the names of its tools: letters, digits, hyphens and single underscores";
const serverName = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;

/** Whether a name can be that of an MCP server as tools carry it (`mcp__NAME__tool`). Two underscores would end it early. */
export const isServerName = (name: string): boolean =>
  name.length <= serverNameMaxLength && serverName.test(name);

export const appServerName = z.string().trim().max(serverNameMaxLength).regex(serverName, serverNameRule);

/** Which MCP servers may show apps in transcripts. */
export const mcpApps = z.object({
  enabled: z.boolean(),
  /** Ascending. Kept while apps are off. */
  allowed_servers: z.array(z.string()),
});
export type McpApps = z.infer<typeof mcpApps>;

/** Null clears: apps are off, and no server is allowed. */
export const mcpAppChanges = z.strictObject({
  enabled: z.boolean().nullish(),
  /** The whole list. */
  allowed_servers: z.array(appServerName).max(mostAllowedServers).nullish(),
});
export type McpAppChanges = z.infer<typeof mcpAppChanges>;

const toolName = /^mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__([^_](?:(?!__).)*)$/;

/**
 * The server of `mcp__NAME__tool`; null for other tools, and for a name that can be read in two ways, so that no server can
 * pass for another one.
 */
export const serverOfTool = (tool: string): string | null => toolName.exec(tool)?.[1] ?? null;

/** Whether apps in the results of a tool are shown. */
export function showsAppsOf({ enabled, allowed_servers }: McpApps, tool: string): boolean {
  const server = serverOfTool(tool);
  return enabled && server !== null && allowed_servers.includes(server);
}
