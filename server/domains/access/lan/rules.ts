const dayMs = 86_400_000;

/** No browser takes a certificate that lasts longer. */
export const certificateMs = 397 * dayMs;
const renewalMs = 30 * dayMs;

/** One of the machine's network interfaces, as the system tells it. */
export interface Interface {
  address: string;
  family: string;
  internal: boolean;
}

/** The addresses by which other devices reach this machine; those of version 4 are what people can type. */
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

/** What this machine is called in its network: its name, the one it announces, and its addresses. */
export function namesOf(hostName: string, addresses: readonly string[]): string[] {
  const name = hostName.toLowerCase();
  const [short = ""] = name.split(".");
  const names = [name, `${short}.local`].filter((candidate) =>
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(candidate),
  );
  return [...new Set([...names, ...addresses])];
}

/** As it stands in an address or a Host header. */
export const asHost = (name: string): string => (name.includes(":") ? `[${name}]` : name);

export interface CertificateFacts {
  names: readonly string[];
  /** Epoch ms. */
  expiresAt: number;
}

/** Whether a certificate is to be made anew: it runs out soon, or this machine has another name by now. */
export const isRenewalDue = (held: CertificateFacts, names: readonly string[], now: number): boolean =>
  held.expiresAt - now < renewalMs || names.some((name) => !held.names.includes(name));

/** "ab:cd:ef…" or "abcdef…" as people compare it. */
export const inGroups = (hex: string): string =>
  hex
    .replaceAll(":", "")
    .toUpperCase()
    .replace(/(.{4})(?!$)/g, "$1 ");
