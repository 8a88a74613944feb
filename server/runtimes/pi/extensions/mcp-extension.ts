import type { AgentToolResult, ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { type CallToolResult, Client, type Tool } from "@modelcontextprotocol/client";
import { readEquipment, type ServerEntry, serverFailedKey } from "./equipment.ts";
import { piContent, plainText } from "./mcp-content.ts";
import { openTransport } from "./mcp-transport.ts";
import { text } from "./text.ts";

const startupTimeoutMs = 30_000;
/** Restarts with each progress report of the server. */
const callTimeoutMs = 10 * 60_000;
/** A server that does not exit is ended with the turn's other processes. */
const closeTimeoutMs = 500;

/** Gives pi the tools of the session's MCP servers. A default export because pi loads nothing else. */
export default function mcpExtension(pi: ExtensionAPI): void {
  const clients: Client[] = [];

  pi.on("session_start", async (_event, context) => {
    const { mcpServers } = await readEquipment(process.env["SIGNALBOX_PI_EQUIPMENT"]);
    await Promise.all(
      mcpServers.map(async (server) => {
        try {
          clients.push(await offerTools(pi, server, context));
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          context.ui.setStatus(serverFailedKey, JSON.stringify({ server: server.name, message }));
        }
      }),
    );
  });

  pi.on("session_shutdown", async () => {
    const closing = Promise.allSettled(clients.splice(0).map((client) => client.close()));
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, closeTimeoutMs))]);
  });
}

async function offerTools(pi: ExtensionAPI, server: ServerEntry, context: ExtensionContext): Promise<Client> {
  const timeoutMs =
    server.startupTimeoutSec === undefined ? startupTimeoutMs : server.startupTimeoutSec * 1_000;
  const client = new Client({ name: "signalbox-pi", version: "1" });
  try {
    const tools = await within(timeoutMs, connect(client, server, { cwd: context.cwd, timeoutMs }));
    for (const tool of tools) pi.registerTool(piTool(client, server, tool));
    return client;
  } catch (error) {
    client.close().catch(() => {}); // The rest of it ends with the turn.
    throw error;
  }
}

async function connect(
  client: Client,
  server: ServerEntry,
  { cwd, timeoutMs }: { cwd: string; timeoutMs: number },
): Promise<Tool[]> {
  await client.connect(openTransport(server, cwd), { timeout: timeoutMs });
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: timeoutMs });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

async function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(text.notReady(timeoutMs / 1_000))), timeoutMs);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}

function piTool(
  client: Client,
  server: ServerEntry,
  tool: Tool,
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
      const result: CallToolResult = await client.callTool(
        { name: tool.name, arguments: params as Record<string, unknown> },
        { timeout, resetTimeoutOnProgress: true, ...(signal && { signal }) },
      );
      // pi marks a result as failed only when the tool throws.
      if (result.isError) throw new Error(plainText(result) || text.toolFailed(tool.name));
      return { content: piContent(result), details: undefined };
    },
  };
}
