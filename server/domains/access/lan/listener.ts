import type { RequestListener } from "node:http";
import type { Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Logger } from "../../../lib/logger.ts";
import type { Certificate } from "./certificate.ts";

export interface Listener {
  port: number;
  /** New connections get this certificate. */
  show(certificate: Certificate): void;
  /** Takes no more connections and ends those that are open. */
  close(): void;
}

/** So many ports are tried from the wanted one on. */
const portsTried = 10;

/** Speaks TLS on the first free port; null where all of them are taken. Throws what else keeps it from listening. */
export async function listenTls(of: {
  app: RequestListener;
  certificate: Certificate;
  /** Null = every address of this machine. */
  host: string | null;
  port: number;
  log: Logger;
}): Promise<Listener | null> {
  const { app, certificate, host, port, log } = of;
  // Got here and not imported: most services never open the network.
  const { createServer } = process.getBuiltinModule("node:https");
  const context = ({ key, cert }: Certificate) => ({ key, cert, minVersion: "TLSv1.2" as const });
  const server = createServer(
    { ...context(certificate), handshakeTimeout: 10_000, keepAliveTimeout: 30_000 },
    app,
  );
  if (!(await listenNear(server, host, port))) return null;
  server.on("error", (error) => log.error({ err: error }, "[lan] connection not taken"));
  return {
    port: (server.address() as AddressInfo).port,
    show: (next) => server.setSecureContext(context(next)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function listenNear(server: Server, host: string | null, wanted: number): Promise<boolean> {
  const last = wanted === 0 ? 0 : Math.min(wanted + portsTried - 1, 65_535);
  for (let port = wanted; port <= last; port += 1) if (await listenAt(server, host, port)) return true;
  return false;
}

/** False where the port is taken. */
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
