import type { AgentToolResult, ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { type ListedTool, readEquipment, type ServerEntry, serverFailedKey } from "./equipment.ts";
import type { ConnectedServer } from "./mcp-client.ts";
import { appDetails, piContent, plainText } from "./mcp-content.ts";
import { keepParserUnoptimized } from "./parser-tiering.ts";
import { text } from "./text.ts";

/** Restarts with each progress report of the server. */
const callTimeoutMs = 10 * 60_000;
/** A server that does not exit is ended with the turn's other processes. */
const closeTimeoutMs = 500;

/** Gives pi the tools of the session's MCP servers. A default export because pi loads nothing else. */
export default function mcpExtension(pi: ExtensionAPI): void {
  const connections: Connection[] = [];
  keepParserUnoptimized();

  pi.on("session_start", async (_event, context) => {
    const { mcpServers } = await readEquipment(process.env["SIGNALBOX_PI_EQUIPMENT"]);
    await Promise.all(
      mcpServers.map(async (server) => {
        try {
          const connection = connectionTo(server, context.cwd);
          connections.push(connection);
          for (const tool of await toolsOf(server, connection))
            pi.registerTool(piTool(connection, server, tool));
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          context.ui.setStatus(serverFailedKey, JSON.stringify({ server: server.name, message }));
        }
      }),
    );
  });

  pi.on("session_shutdown", async () => {
    const closing = Promise.allSettled(connections.splice(0).map((connection) => connection.close()));
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, closeTimeoutMs))]);
  });
}

type Connection = ReturnType<typeof connectionTo>;

/** Connects when it is first needed, and again after a failure. Loading the client takes pi a tenth of a second. */
function connectionTo(server: ServerEntry, cwd: string) {
  let opened: Promise<ConnectedServer> | undefined;
  async function open(): Promise<ConnectedServer> {
    const { connectServer } = await import("./mcp-client.ts");
    return connectServer(server, cwd);
  }
  return {
    connected(): Promise<ConnectedServer> {
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async close(): Promise<void> {
      await (await opened)?.client.close();
    },
  };
}

async function toolsOf(server: ServerEntry, connection: Connection): Promise<readonly ListedTool[]> {
  const known = "tools" in server ? server.tools : undefined;
  return known ?? (await connection.connected()).tools;
}

function piTool(
  connection: Connection,
  server: ServerEntry,
  tool: ListedTool,
): Parameters<ExtensionAPI["registerTool"]>[0] {
  const limitSec = server.type === "stdio" ? server.toolTimeoutSec : undefined;
  const timeout = limitSec === undefined ? callTimeoutMs : limitSec * 1_000;
  return {
    name: `mcp__${server.name}__${tool.name}`.replaceAll(/[^A-Za-z0-9_-]/g, "_"),
    label: tool.title ?? tool.name,
    description: tool.description ?? tool.name,
    // pi reads it as JSON Schema; its type asks for the builder's brand.
    parameters: tool.inputSchema as Parameters<ExtensionAPI["registerTool"]>[0]["parameters"],
    async execute(_callId, params, signal): Promise<AgentToolResult<unknown>> {
      const { client } = await connection.connected();
      const result: CallToolResult = await client.callTool(
        { name: tool.name, arguments: params as Record<string, unknown> },
        { timeout, resetTimeoutOnProgress: true, ...(signal && { signal }) },
      );
      // pi marks a result as failed only when the tool throws.
      if (result.isError) throw new Error(plainText(result) || text.toolFailed(tool.name));
      return { content: piContent(result), details: appDetails(result) };
    },
  };
}
