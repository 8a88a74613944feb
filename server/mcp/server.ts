import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { toRefusal } from "../http/error-handler.ts";
import type { Logger } from "../lib/logger.ts";
import type { Tool } from "./tool.ts";

/** What one endpoint offers to one caller. */
export interface Surface<Context> {
  name: string;
  version: string;
  /** Told to the model once, before it sees any tool. */
  instructions: string;
  tools: readonly Tool<Context>[];
  context: Context;
  log: Logger;
}

/** A server for one request: the protocol has no sessions, so nothing outlives the answer. */
export function mcpServer<Context>(surface: Surface<Context>): McpServer {
  const { name, version, instructions } = surface;
  const server = new McpServer(
    { name, version },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of surface.tools) {
    const annotations = { readOnlyHint: !tool.write };
    server.registerTool(
      tool.name,
      { description: tool.description, inputSchema: tool.input, annotations },
      (input) => answer(tool, input, surface),
    );
  }
  return server;
}

async function answer<Context>(
  tool: Tool<Context>,
  input: unknown,
  { context, log }: Surface<Context>,
): Promise<CallToolResult> {
  try {
    const { text, facts } = await tool.run(input, context);
    return { content: [{ type: "text", text }], structuredContent: facts };
  } catch (error) {
    // Left to the SDK, any exception's own text would be sent to the model.
    const refusal = toRefusal(error, (cause) => log.error({ err: cause, tool: tool.name }, "tool failed"));
    const text = `Error (${refusal.label}): ${refusal.message}`;
    return { content: [{ type: "text", text }], structuredContent: refusal.toJSON(), isError: true };
  }
}
