import { mkdtemp, open, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { LocalWay } from "./room.ts";

const { createServer: createHttpServer, request } = process.getBuiltinModule("node:http");

/** Sockets in a folder of their own, each of which leads to one address of this machine. */
export interface OpenWays {
  folder: string;
  sockets: readonly { way: LocalWay; name: string }[];
  close(): Promise<void>;
}

/** Nobody but the service's user can enter the folder. */
export async function openWays(parent: string, ways: readonly LocalWay[]): Promise<OpenWays> {
  const folder = await mkdtemp(join(parent, "network-"));
  // A socket's path has at most 107 bytes; this one leads into the folder however long its own path is.
  const handle = await open(folder);
  const connections = new Set<Socket>();
  const servers: Server[] = [];
  async function close(): Promise<void> {
    for (const socket of connections) socket.destroy();
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    await handle.close();
    await rm(folder, { recursive: true, force: true });
  }
  try {
    const sockets = ways.map((way, index) => ({ way, name: String(index) }));
    for (const { way, name } of sockets) {
      const server = way.allows === undefined ? plainWay(way) : guardedWay(way, way.allows);
      server.on("connection", (socket: Socket) => {
        connections.add(socket.on("close", () => connections.delete(socket)));
      });
      servers.push(server);
      await listening(server, `/proc/self/fd/${handle.fd}/${name}`);
    }
    return { folder, sockets, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(path, resolve);
  });
}

function plainWay({ host, port }: LocalWay): Server {
  return createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ host, port, allowHalfOpen: true });
    client.on("error", () => server.destroy()).on("close", () => server.destroy());
    server.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.pipe(server).pipe(client);
  });
}

/** Passes on the requests that are allowed, one by one, and answers every other one itself. */
function guardedWay({ host, port }: LocalWay, allows: NonNullable<LocalWay["allows"]>): Server {
  return createHttpServer((asked, answer) => {
    const path = (asked.url ?? "").split("?", 1)[0] ?? "";
    if (allows({ path, authorization: asked.headers.authorization })) passOn(asked, answer, { host, port });
    else refuse(asked, answer);
  }).on("upgrade", (_asked, socket) => socket.destroy());
}

function refuse(asked: IncomingMessage, answer: ServerResponse): void {
  const message = "A sandboxed agent reaches only its own session here";
  asked.resume();
  answer
    .writeHead(403, { "content-type": "application/json", connection: "close" })
    .end(JSON.stringify({ error: "Forbidden", message, messages: [message] }));
}

function passOn(
  asked: IncomingMessage,
  answer: ServerResponse,
  { host, port }: Pick<LocalWay, "host" | "port">,
): void {
  const { method, url, headers } = asked;
  const passed = request({ host, port, method, path: url, headers, agent: false }, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.headers);
    received.on("error", () => answer.destroy()).pipe(answer);
  });
  passed.on("error", () => answer.destroy());
  answer.on("close", () => passed.destroy());
  asked.on("error", () => passed.destroy()).pipe(passed);
}
