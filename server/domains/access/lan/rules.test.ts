import { describe, expect, it } from "vitest";
import {
  asHost,
  inGroups,
  isRenewalDue,
  mayConnect,
  mostConnectionsOfAddress,
  namesOf,
  reachableAddresses,
} from "./rules.ts";

const dayMs = 86_400_000;
const one = (address: string, more: Partial<{ internal: boolean }> = {}) => ({
  address,
  family: address.includes(":") ? "IPv6" : "IPv4",
  internal: false,
  ...more,
});

describe("reachableAddresses", () => {
  it("lists addresses that people can type first, without loopback and link-local ones", () => {
    const interfaces = {
      lo: [one("127.0.0.1", { internal: true }), one("::1", { internal: true })],
      en0: [one("fd00::2"), one("fe80::1"), one("192.168.1.20")],
      en1: [one("169.254.7.7"), one("10.0.0.3")],
      gone: undefined,
    };
    expect(reachableAddresses(interfaces)).toEqual(["192.168.1.20", "10.0.0.3", "fd00::2"]);
  });

  it("finds none on a machine without a network", () => {
    expect(reachableAddresses({ lo: [one("127.0.0.1", { internal: true })] })).toEqual([]);
  });
});

describe("namesOf", () => {
  it.each([
    ["Desk", ["desk", "desk.local", "192.168.1.20"]],
    ["Desk.local", ["desk.local", "192.168.1.20"]],
    ["desk.corp.example", ["desk.corp.example", "desk.local", "192.168.1.20"]],
    ["Ana's desk", ["192.168.1.20"]],
    ["", ["192.168.1.20"]],
  ])("lists the names of a machine called %j", (hostName, names) => {
    expect(namesOf(hostName, ["192.168.1.20"])).toEqual(names);
  });
});

describe("isRenewalDue", () => {
  const held = { names: ["desk", "192.168.1.20"], expiresAt: 100 * dayMs };
  it.each([
    ["with a month to go", held.names, 70 * dayMs, false],
    ["with less than a month to go", held.names, 70 * dayMs + 1, true],
    ["for a new address", ["desk", "192.168.1.21"], 0, true],
    ["for fewer addresses", ["desk"], 0, false],
  ])("%s", (_title, names, now, due) => {
    expect(isRenewalDue(held, names, now)).toBe(due);
  });
});

it("formats a fingerprint in groups", () => {
  expect(inGroups("ab:cd:ef:01")).toBe("ABCD EF01");
  expect(inGroups("abcdef01")).toBe("ABCD EF01");
});

it("puts brackets around an IPv6 address", () => {
  expect(["fd00::2", "192.168.1.20", "desk.local"].map(asHost)).toEqual([
    "[fd00::2]",
    "192.168.1.20",
    "desk.local",
  ]);
});

it("limits the connections of one address", () => {
  expect([0, mostConnectionsOfAddress - 1, mostConnectionsOfAddress].map(mayConnect)).toEqual([
    true,
    true,
    false,
  ]);
});
