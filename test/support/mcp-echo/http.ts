import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answer, type RpcMessage } from "./answer.ts";

/** The echo server over streamable HTTP, on loopback; it records the headers of each message. */
export async function startHttpEcho() {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    void serve(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = request.method === "POST" ? answer(JSON.parse(await text(request)) as RpcMessage) : undefined;
  if (reply === undefined) response.writeHead(405).end();
  else if (reply === null) response.writeHead(202).end();
  else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
}
