import type { LocalWay, SandboxNetwork, SandboxRoom } from "./room.ts";

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** The address of a URL on this machine's loopback; null if it is elsewhere. */
export function loopbackAddress(url: string): { host: string; port: number } | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (!/^https?:$/.test(protocol) || !loopback.test(host)) return null;
  return { host, port: Number(port) || (protocol === "https:" ? 443 : 80) };
}

/** The providers that the environment names on this machine's loopback, such as local models, by how their variables begin. */
export function providerWays(
  env: Readonly<Record<string, string | undefined>>,
  prefixes: readonly string[],
): LocalWay[] {
  const providerVariable = new RegExp(`^(?:${prefixes.join("|")})_(?:[A-Z]+_)*BASE_URL$`);
  return Object.entries(env).flatMap(([name, value]) => {
    const address = providerVariable.test(name) ? loopbackAddress(value ?? "") : null;
    return address === null ? [] : [address];
  });
}

/** A packaged app cannot run as Node, so it brings one; what a checkout's Electron is started as by its environment. */
export function networkIn(
  ways: readonly LocalWay[],
  environment: Readonly<Record<string, string | undefined>>,
  isElectron = process.versions["electron"] !== undefined,
): SandboxNetwork {
  const node = isElectron ? environment["SERVICE_NODE_PATH"] : undefined;
  return { ways, ...(node !== undefined && node !== "" && { node }) };
}

/** The same room from which the model at this URL is reached as well. */
export function reaching(room: SandboxRoom | null, url: string | undefined): SandboxRoom | null {
  const address = loopbackAddress(url ?? "");
  if (!room?.network || address === null) return room;
  return { ...room, network: { ...room.network, ways: [...room.network.ways, address] } };
}

/** The first way to each address counts: inside, only one program can listen there. */
export function distinctWays(ways: readonly LocalWay[]): LocalWay[] {
  return [...new Map(ways.toReversed().map((way) => [`${listenHost(way.host)} ${way.port}`, way])).values()];
}

export const listenHost = (host: string): string => (host === "localhost" ? "127.0.0.1" : host);

/** slirp4netns answers names there. */
export const resolverFileText = "nameserver 10.0.2.3\n";
