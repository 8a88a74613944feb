import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface LoggingProxy extends AsyncDisposable {
  url: string;
  /** The host of each request and tunnel, in order. */
  asked: string[];
  /** The headers of everything that it was sent, also inside tunnels. */
  sent(): string;
}

/** A forward proxy on loopback, for plain HTTP by absolute addresses and by tunnels. Each host leads to an address of this machine. */
export async function startLoggingProxy(hosts: Readonly<Record<string, string>>): Promise<LoggingProxy> {
  const asked: string[] = [];
  const sent: string[] = [];

  function log(authority: string, { rawHeaders }: IncomingMessage): void {
    asked.push(authority.replace(/:80$/, ""));
    sent.push(rawHeaders.join("\n"));
  }

  function forward(incoming: IncomingMessage, answer: ServerResponse): void {
    const { host, pathname, search } = new URL(incoming.url ?? "", `http://${incoming.headers.host ?? ""}`);
    log(host, incoming);
    const target = hosts[host];
    if (target === undefined) return void answer.writeHead(502).end();
    const headers = { ...incoming.headers, host: new URL(target).host };
    const onward = request(new URL(pathname + search, target), { method: incoming.method, headers });
    onward.on("error", () => answer.destroy());
    onward.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(onward);
  }

  const server = createServer(forward);
  server.on("connect", (incoming: IncomingMessage, client, head) => {
    log(incoming.url ?? "", incoming);
    client.on("error", () => client.destroy());
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    client.unshift(head);
    server.emit("connection", client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    sent: () => sent.join("\n"),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
