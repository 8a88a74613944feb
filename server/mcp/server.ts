import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type Tool as ToolListing,
} from "@modelcontextprotocol/server";
import { toRefusal } from "../http/error-handler.ts";
import type { Idempotency } from "../http/idempotency.ts";
import type { Logger } from "../lib/logger.ts";
import type { McpCaller } from "./caller.ts";
import { callOnce, readCall } from "./keyed-call.ts";
import { parseInput, type Tool } from "./tool.ts";
import { inputSchemaOf, outputSchemaOf } from "./tool-schema.ts";

/** A resource: JSON at a URI. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  read(caller: McpCaller): unknown;
}

/** What one endpoint offers to one caller. */
export interface Surface {
  version: string;
  /** Instructions for the model, sent once before the tools. */
  instructions: string;
  tools: readonly Tool[];
  resources?: readonly Resource[];
  caller: McpCaller;
  /** Carries out calls with an idempotency key once. */
  idempotency: Idempotency;
  /** Redacts secrets in what an agent sends, before it is stored. */
  clean?(input: unknown): unknown;
  /** Counts a call that changes something. Throws a refusal if it is one too many. */
  spend?(tool: string, input: unknown): void;
  log: Logger;
}

/** Lists change only with a new version of the service; the content of a resource changes with the catalog. */
const listsMs = 5 * 60_000;
const readMs = 60_000;
const own = { cacheScope: "private" } as const;
const lists = { ttlMs: listsMs, ...own };
const cacheHints = {
  "server/discover": lists,
  "tools/list": lists,
  "resources/list": lists,
  "resources/templates/list": lists,
  "resources/read": { ttlMs: readMs, ...own },
};
const mimeType = "application/json";

/**
 * A server for one request: it is stateless, so nothing outlives the answer. It uses the package's low-level server, because
 * `McpServer` would register, describe and validate every tool and resource again for each call.
 */
export function mcpServer(surface: Surface): Server {
  const { version, instructions, tools, resources = [] } = surface;
  const listed = { listChanged: false };
  const capabilities = { tools: listed, ...(resources.length > 0 && { resources: listed }) };
  const server = new Server({ name: "signalbox", version }, { instructions, capabilities, cacheHints });
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(listing) }));
  server.setRequestHandler("tools/call", ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    return answer(tool, params.arguments ?? {}, surface);
  });
  if (resources.length > 0) publish(server, resources, surface.caller);
  return server;
}

function listing(tool: Tool): ToolListing {
  const { name, description, effect, output } = tool;
  const annotations = {
    readOnlyHint: effect === "read",
    destructiveHint: effect === "destroy",
    idempotentHint: tool.idempotent ?? effect === "read",
    openWorldHint: false,
  };
  return {
    name,
    description,
    inputSchema: inputSchemaOf(tool),
    annotations,
    ...(output && { outputSchema: outputSchemaOf(output) }),
  };
}

async function answer(tool: Tool, sent: unknown, surface: Surface): Promise<CallToolResult> {
  const { caller, clean, idempotency, log } = surface;
  async function run(args: unknown): Promise<CallToolResult> {
    const input = parseInput(tool, args);
    if (tool.effect !== "read") surface.spend?.(tool.name, input);
    const { text, facts, failed } = await tool.run(clean ? clean(input) : input, caller);
    return {
      content: [{ type: "text", text }],
      structuredContent: { ...facts },
      ...(failed === true && { isError: true }),
    };
  }
  try {
    const { write, args } = readCall(tool, sent, caller);
    return await (write === null ? run(args) : callOnce(idempotency, write, () => run(args)));
  } catch (error) {
    // The SDK would send the message of any exception to the model.
    const refusal = toRefusal(error, (cause) => log.error({ err: cause, tool: tool.name }, "tool failed"));
    const text = `Error (${refusal.label}): ${refusal.message}`;
    return { content: [{ type: "text", text }], structuredContent: refusal.toJSON(), isError: true };
  }
}

function publish(server: Server, resources: readonly Resource[], caller: McpCaller): void {
  server.setRequestHandler("resources/list", () => ({
    resources: resources.map(({ uri, name, description }) => ({ uri, name, description, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const resource = resources.find((one) => one.uri === uri);
    if (!resource) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType, text: JSON.stringify(await resource.read(caller), null, 2) }] };
  });
}
