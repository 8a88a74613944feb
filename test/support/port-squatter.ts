import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, request as tlsRequest } from "node:https";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { bindPath, startPath } from "../../server/domains/access/page-keys/model.ts";

/** A request as a squatter received it. */
export interface Received {
  method: string;
  target: string;
  /** Names and values, as they were sent. */
  headers: Record<string, string>;
  body: string;
}

export interface PortSquatter extends AsyncDisposable {
  received: Received[];
}

interface Given {
  status: number;
  type?: string;
  body: string;
}

export interface SquatterOptions {
  port: number;
  /** With TLS, as in the local network. */
  certificate?: { key: string; cert: string };
  /** Answers what the page asks of the service; by default as a service in trouble would, so that pages go on asking. */
  answer?(received: Received): Given;
}

const trouble: Given = {
  status: 503,
  body: JSON.stringify({ error: "Busy", message: "Busy", messages: ["Busy"] }),
};

/** Another program that takes the port of a service that is down, answers that it is there, and records all it gets. */
export async function squatOn({ port, certificate, answer }: SquatterOptions): Promise<PortSquatter> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) =>
    void text(request).then((body) => respond({ ...headOf(request), body }, response));
  function respond(one: Received, response: ServerResponse): void {
    received.push(one);
    const known: Record<string, string> = {
      "/up": "{}",
      [startPath]: JSON.stringify({ start: `${received.length}.${"a".repeat(22)}` }),
    };
    const body = known[one.target.replace(/\?.*$/, "")];
    const given: Given = body === undefined ? (answer?.(one) ?? trouble) : { status: 200, body };
    response.writeHead(given.status, { "content-type": given.type ?? "application/json" }).end(given.body);
  }
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  // Also those that are still in their handshake, which the server does not count as its connections.
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    received,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const headOf = ({ method = "", url = "", rawHeaders }: IncomingMessage): Omit<Received, "body"> => ({
  method,
  target: url,
  headers: Object.fromEntries(
    rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ""]] : [])),
  ),
});

/** Sends a request as it was received. Any certificate is accepted. */
export function replay(origin: string, { method, target, headers, body }: Received): Promise<number> {
  const {
    "content-length": _length,
    "accept-encoding": _encoding,
    connection: _connection,
    ...kept
  } = headers;
  const ask = origin.startsWith("https:") ? tlsRequest : httpRequest;
  const sent = { ...kept, ...(body !== "" && { "content-length": String(Buffer.byteLength(body)) }) };
  return new Promise((resolve, reject) => {
    const options = { method, headers: sent, agent: false, rejectUnauthorized: false };
    const asked = ask(origin + target, options, (answer) => {
      // An event stream does not end.
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** A request that needs a sign-in or makes one, and not a file of the app or a page without anybody's data. */
export const isWorthStealing = ({ target }: Received): boolean =>
  target.startsWith("/ui/v1/") || target.startsWith(bindPath) || target.startsWith("/oauth/");

/** The same request, changed in each part that a thief would change. */
export function variants(received: Received): Received[] {
  const json = { ...received.headers, "content-type": "application/json" };
  return [
    received,
    { ...received, target: "/ui/v1/sessions" },
    { ...received, target: "/ui/v1/page_ticket_key" },
    { ...received, method: "POST", target: "/ui/v1/api_keys", headers: json, body: '{"name":"mine"}' },
    { ...received, method: "DELETE", headers: json, body: "{}" },
    ...(received.body === "" ? [] : [{ ...received, body: received.body.replace(/[a-z]"/, 'x"') }]),
  ];
}
