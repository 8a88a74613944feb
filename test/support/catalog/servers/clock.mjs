#!/usr/bin/env node
/** A minimal MCP server over stdio with one tool, `time_in_zone`. It needs no packages and no network. */
import { createInterface } from "node:readline";

const tool = {
  name: "time_in_zone",
  description: "The present time in an IANA zone such as Europe/Paris.",
  inputSchema: { type: "object", properties: { zone: { type: "string" } } },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "clock", version: "0.1.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: input }) => {
    const timeZone = input?.zone ?? process.env.DEFAULT_ZONE ?? "UTC";
    return { content: [{ type: "text", text: new Date().toLocaleString("sv-SE", { timeZone }) }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer(method, params) })}\n`);
}

function answer(method, params) {
  const known = answers[method];
  if (!known) return { error: { code: -32601, message: `Unknown method ${method}` } };
  try {
    return { result: known(params) };
  } catch (error) {
    return { error: { code: -32602, message: error.message } };
  }
}
