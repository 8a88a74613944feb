const dayMs = 86_400_000;

/** Browsers refuse certificates that are valid for longer. */
export const certificateMs = 397 * dayMs;
const renewalMs = 30 * dayMs;

/**
 * The service keeps its file descriptors for itself and for this machine, whoever connects from the network. A browser
 * needs about ten connections.
 */
export const mostConnections = 256;
export const mostConnectionsOfAddress = 64;

/** Whether an address that has this many connections may open another one. */
export const mayConnect = (ofAddress: number): boolean => ofAddress < mostConnectionsOfAddress;

/** An address of one of the machine's network interfaces. */
export interface Interface {
  address: string;
  family: string;
  internal: boolean;
}

/** The addresses at which other devices reach this machine, IPv4 first, because people can type those. */
export function reachableAddresses(
  interfaces: Readonly<Record<string, readonly Interface[] | undefined>>,
): string[] {
  const found = Object.values(interfaces).flatMap((ofOne) => ofOne ?? []);
  const reachable = found.filter(
    ({ internal, address }) => !internal && !/^(?:fe80:|169\.254\.)/i.test(address),
  );
  const of = (family: string): string[] =>
    reachable.filter((one) => one.family === family).map(({ address }) => address);
  return [...of("IPv4"), ...of("IPv6")];
}

/** The names of this machine on its network: its host name, its mDNS name and its addresses. */
export function namesOf(hostName: string, addresses: readonly string[]): string[] {
  const name = hostName.toLowerCase();
  const [short = ""] = name.split(".");
  const names = [name, `${short}.local`].filter((candidate) =>
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(candidate),
  );
  return [...new Set([...names, ...addresses])];
}

/** The form used in a URL or Host header. */
export const asHost = (name: string): string => (name.includes(":") ? `[${name}]` : name);

export interface CertificateFacts {
  names: readonly string[];
  /** Epoch ms. */
  expiresAt: number;
}

/** Whether a certificate expires soon or lacks one of the machine's current names. */
export const isRenewalDue = (held: CertificateFacts, names: readonly string[], now: number): boolean =>
  held.expiresAt - now < renewalMs || names.some((name) => !held.names.includes(name));

/** Formats "ab:cd:ef…" or "abcdef…" for people to compare. */
export const inGroups = (hex: string): string =>
  hex
    .replaceAll(":", "")
    .toUpperCase()
    .replace(/(.{4})(?!$)/g, "$1 ");
