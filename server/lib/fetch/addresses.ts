import { BlockList, isIP, isIPv4 } from "node:net";

/** Addresses that are not on the public internet (RFC 6890 and its registries); mapped addresses count as IPv4. */
const special = new BlockList();
const version4: readonly [net: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/** Within 2000::/3: protocol assignments and Teredo, documentation, 6to4, which can hide an IPv4 address. */
const version6: readonly [net: string, prefix: number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];
for (const [net, prefix] of version4) special.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of version6) special.addSubnet(net, prefix, "ipv6");

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/** For an IP address without brackets; anything else is not public. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return !special.check(address, "ipv4");
  return globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}
