import type { RequestListener } from "node:http";
import type { Server } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Logger } from "../../../lib/logger.ts";
import type { Certificate } from "./certificate.ts";
import { type OpenConnections, openConnections } from "./open-connections.ts";
import { mostConnections } from "./rules.ts";

export interface Listener {
  port: number;
  /** Changes the certificate for new connections. */
  setCertificate(certificate: Certificate): void;
  /** Stops listening and closes open connections. */
  close(): void;
}

/** How many ports are tried, starting with the requested one. */
const portsTried = 10;

/** Connections that stop halfway, in their handshake or before a request, free their places soon. */
const timeouts = {
  handshakeTimeout: 10_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 30_000,
};

/** Listens with TLS on the first free port. Returns null if all of them are taken; throws any other error. */
export async function listenTls(of: {
  app: RequestListener;
  certificate: Certificate;
  /** Null to listen on every address of this machine. */
  host: string | null;
  port: number;
  log: Logger;
}): Promise<Listener | null> {
  const { app, certificate, host, port, log } = of;
  // Loaded here instead of imported, because most installations never open the network.
  const { createServer } = process.getBuiltinModule("node:https");
  const context = ({ key, cert }: Certificate) => ({ key, cert, minVersion: "TLSv1.2" as const });
  const server = createServer({ ...context(certificate), ...timeouts }, app);
  const connections = openConnections(log);
  server.maxConnections = mostConnections;
  server.on("drop", connections.reportFull);
  admitOnly(server, connections);
  if (!(await listenNear(server, host, port))) return null;
  server.on("error", (error) => log.error({ err: error }, "[lan] connection failed"));
  return {
    port: (server.address() as AddressInfo).port,
    setCertificate: (next) => server.setSecureContext(context(next)),
    close() {
      server.close();
      connections.endAll();
    },
  };
}

/** Refuses connections before TLS has any work with them. */
function admitOnly(server: Server, connections: OpenConnections): void {
  const listeners = server.listeners("connection");
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (!connections.admit(socket)) return;
    for (const listener of listeners) Reflect.apply(listener, server, [socket]);
  });
}

async function listenNear(server: Server, host: string | null, first: number): Promise<boolean> {
  const last = first === 0 ? 0 : Math.min(first + portsTried - 1, 65_535);
  for (let port = first; port <= last; port += 1) if (await listenAt(server, host, port)) return true;
  return false;
}

/** Resolves to false if the port is taken. */
const listenAt = (server: Server, host: string | null, port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error);
    server.once("error", failed);
    server.listen({ port, ...(host !== null && { host }) }, () => {
      server.off("error", failed);
      resolve(true);
    });
  });
