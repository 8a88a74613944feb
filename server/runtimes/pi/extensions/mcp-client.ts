import { Client } from "@modelcontextprotocol/client";
import type { ListedTool, ServerEntry } from "./equipment.ts";
import { openTransport } from "./mcp-transport.ts";
import { text } from "./text.ts";

export interface ConnectedServer {
  client: Client;
  tools: readonly ListedTool[];
}

const startupTimeoutMs = 30_000;

/** Connects within the server's time limit. Lists its tools unless they are known. */
export async function connectServer(server: ServerEntry, cwd: string): Promise<ConnectedServer> {
  const timeoutMs =
    server.startupTimeoutSec === undefined ? startupTimeoutMs : server.startupTimeoutSec * 1_000;
  const client = new Client({ name: "signalbox-pi", version: "1" });
  try {
    return { client, tools: await within(timeoutMs, connect(client, server, { cwd, timeoutMs })) };
  } catch (error) {
    client.close().catch(() => {}); // The rest of it ends with the turn.
    throw error;
  }
}

async function connect(
  client: Client,
  server: ServerEntry,
  { cwd, timeoutMs }: { cwd: string; timeoutMs: number },
): Promise<readonly ListedTool[]> {
  await client.connect(openTransport(server, cwd), { timeout: timeoutMs });
  if ("tools" in server && server.tools !== undefined) return server.tools;
  const tools: ListedTool[] = [];
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
