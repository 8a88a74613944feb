import { McpServer } from "@modelcontextprotocol/server";
import { offerAsking, stateCodec } from "./asking.ts";
import { publishPrompts } from "./prompts.ts";
import { publishResources } from "./resources.ts";
import { offerTools } from "./tools.ts";

/** A server with the names and texts that the conformance suite requires. */
export function fixtureServer(): McpServer {
  const server = new McpServer(
    { name: "fixtures", version: "1" },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: stateCodec.verify },
    },
  );
  offerTools(server);
  offerAsking(server);
  publishResources(server);
  publishPrompts(server);
  server.server.setRequestHandler("completion/complete", () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}
