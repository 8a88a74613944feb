import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface HostileServer extends AsyncDisposable {
  port: number;
}

/** A web server of another origin on this machine, with an empty page. */
export async function startHostileServer(): Promise<HostileServer> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Hostile</title><body></body>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
