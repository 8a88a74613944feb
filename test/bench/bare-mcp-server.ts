/**
 * The minimum cost of a tool call: Express and the MCP package, set up as in its documentation, answering the same bytes
 * without any check of Host or credential, log or other tool. It runs in its own process and gets requests over as many
 * connections as the service. `node bare-mcp-server.ts ANSWER`, port in SERVICE_PORT; ANSWER is the tool's result as JSON.
 */
import { type CallToolResult, createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import express from "express";
import { z } from "zod";
import { benchTool } from "./mcp-call.ts";

const answer = JSON.parse(process.argv[2] ?? "{}") as CallToolResult;
const inputSchema = z.object({ badge_only: z.boolean().optional() });

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: "signalbox", version: "1" });
    server.registerTool(benchTool, { description: "Echoes", inputSchema }, () => answer);
    return server;
  },
  { legacy: "reject" },
);

const app = express();
app.disable("x-powered-by");
app.get("/up", (_request, response) => {
  response.json({ status: "ok" });
});
app.post("/mcp", express.json(), async (request, response) => {
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const asked = new Request(`http://${request.headers.host}/mcp`, { method: "POST", headers });
  const told = await handler.fetch(asked, { parsedBody: request.body });
  response.status(told.status).setHeaders(told.headers);
  response.end(Buffer.from(await told.arrayBuffer()));
});
app.listen(Number(process.env["SERVICE_PORT"]), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
