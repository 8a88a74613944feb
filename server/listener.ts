import type { Server } from "node:http";
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";
import { Refusal } from "./lib/errors.ts";

export interface Listener {
  /** Never with `localhost`, which can lead to another program. Empty until the service listens. */
  url: string;
  /** The names of this machine that may lead to another program, although they are names of loopback. */
  refusedNames: ReadonlySet<string>;
  /** Stops accepting connections. */
  close(): void;
  /** The same, and ends the connections that there are. */
  cut(): void;
}

export const notListening: Listener = { url: "", refusedNames: new Set(), close() {}, cut() {} };

/** With port 0, how often the system is asked for a port that is free for both versions of IP. */
const mostTries = 20;

/**
 * Listens on the host, and on loopback of the other version of IP too: browsers may look for `localhost` at both, and what is
 * not ours is open to any program of this machine.
 */
export async function openListener(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  server.keepAliveTimeout = 30_000;
  const first = host === "localhost" ? "127.0.0.1" : host;
  const second = otherLoopback(first);
  for (let tries = 1; ; tries += 1) {
    await listenOn(server, { host: first, port }).catch((error: NodeJS.ErrnoException) => {
      throw whyNotListening(error, { host: first, port });
    });
    const given = (server.address() as AddressInfo).port;
    const other = second === null ? "none" : await listenBeside(server, { host: second, port: given });
    if (other === "taken" && port === 0 && tries < mostTries) {
      await new Promise((resolve) => server.close(resolve));
      continue;
    }
    const refusedNames = typeof other === "string" ? namesWithout(first, other) : new Set<string>();
    const close = (): void => {
      server.close();
      if (typeof other !== "string") other.close();
    };
    const cut = (): void => {
      close();
      server.closeAllConnections();
    };
    return { url: `http://${urlHost(first)}:${given}`, refusedNames, close, cut };
  }
}

/** Null if the host covers it, or if it is not about loopback. */
const otherLoopback = (host: string): string | null =>
  ({ "127.0.0.1": "::1", "0.0.0.0": "::1", "::1": "127.0.0.1" })[host] ?? null;

type Other = "taken" | "unavailable" | "none";

/**
 * While IPv6 is off nobody has its loopback, but it can be turned on. In a service for the network, `localhost` may be that of
 * another machine, as with a container whose port is passed on.
 */
function namesWithout(host: string, other: Other): ReadonlySet<string> {
  if (other === "none" || (other === "unavailable" && host === "0.0.0.0")) return new Set();
  return new Set(["localhost", host === "::1" ? "127.0.0.1" : "[::1]"]);
}

async function listenBeside(
  server: Server,
  at: { host: string; port: number },
): Promise<NetServer | "taken" | "unavailable"> {
  const beside = createServer({ noDelay: true }, (socket) => server.emit("connection", socket));
  try {
    await listenOn(beside, at);
    return beside;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EADDRINUSE" ? "taken" : "unavailable";
  }
}

function listenOn(server: NetServer, at: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...at, ipv6Only: at.host === "::1" }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

const urlHost = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};

function whyNotListening(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): Error {
  const sentence = {
    EADDRINUSE: `Another program is using ${host}:${port}. Set SERVICE_PORT to another port, or to 0 for any free port.`,
    EACCES: `Your user may not listen at port ${port}. Set SERVICE_PORT to a port from 1024 on.`,
    EADDRNOTAVAIL: `This machine does not have the address ${host}. Set SERVICE_HOST to one that it has, or remove it.`,
    ENOTFOUND: `The host ${host} was not found. Set SERVICE_HOST to a name or an address of this machine, or remove it.`,
  }[error.code ?? ""];
  if (sentence === undefined) return error;
  const labels: Readonly<Record<string, string>> = { EADDRINUSE: "Port in use", EACCES: "Port not allowed" };
  const label = labels[error.code ?? ""] ?? "No such address";
  return new Refusal({ status: 503, label, messages: [sentence], cause: error });
}
