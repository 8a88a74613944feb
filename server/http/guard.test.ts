import { describe, expect, it } from "vitest";
import { checkHost, checkLanHost, checkOrigin, hostName, isLoopback } from "./guard.ts";

const alone = { names: ["board.example"], lanOpen: false };
const open = { names: [], lanOpen: true };

describe("checkHost", () => {
  it.each([
    ["localhost", "localhost:3000"],
    ["localhost in capitals", "LOCALHOST:3000"],
    ["the loopback address", "127.0.0.1:3000"],
    ["the loopback address without a port", "127.0.0.1"],
    ["the loopback address of version 6", "[::1]:3000"],
    ["a name the owner vouches for", "board.example"],
    ["that name with a port and in capitals", "Board.Example:443"],
  ])("serves %s", (_title, host) => {
    expect(checkHost(host, alone)).toEqual({ ok: true });
  });

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["a foreign name that was rebound to us", "evil.example"],
    ["a name that begins like ours", "localhost.evil.example"],
    ["a name that ends like ours", "evil-localhost"],
    ["a name below a vouched one", "x.board.example"],
    ["a trailing dot", "localhost."],
    ["credentials before the name", "localhost@evil.example"],
    ["a path after the name", "localhost/evil.example"],
    ["two names", "localhost,evil.example"],
    ["a port that is none", "localhost:port"],
    ["a port that no machine has", "localhost:65536"],
    ["space around it", " localhost"],
    ["an address of the network", "192.168.1.20:3000"],
    ["the unspecified address", "0.0.0.0:3000"],
    ["a short spelling of an address", "127.1"],
  ])("refuses %s", (_title, host) => {
    expect(checkHost(host, alone).ok).toBe(false);
  });

  it.each([
    ["an address of the network", "192.168.1.20:3000", true],
    ["an address of version 6", "[fd00::12]:3000", true],
    ["a foreign name", "evil.example", false],
    ["a number that is no address", "3232235796", false],
    ["brackets around no address", "[:::]", false],
  ])("checks %s while the service is open to the network", (_title, host, ok) => {
    expect(checkHost(host, open).ok).toBe(ok);
  });
});

describe("checkHost, where another program has the port for IPv6", () => {
  const squatted = { ...alone, names: ["localhost"], refusedNames: () => new Set(["localhost", "[::1]"]) };
  it.each([
    ["localhost, even if the owner configured it", "localhost:3000", false],
    ["localhost in capitals", "LOCALHOST:3000", false],
    ["the loopback address of version 6", "[::1]:3000", false],
    ["the address that is the service's own", "127.0.0.1:3000", true],
  ])("decides on %s", (_title, host, ok) => {
    expect(checkHost(host, squatted).ok).toBe(ok);
  });
});

describe("checkLanHost", () => {
  const lan = { names: ["board.example"], lanNames: () => ["desk.local", "192.168.1.20", "[fd00::2]"] };
  it.each([
    ["the name this machine announces", "Desk.local:3443", true],
    ["its address", "192.168.1.20:3443", true],
    ["its address of version 6", "[fd00::2]:3443", true],
    ["a name the owner vouches for", "board.example", true],
    ["a foreign name that was rebound to us", "evil.example:3443", false],
    ["the address of another machine", "192.168.1.21:3443", false],
    ["a name of loopback", "localhost:3443", false],
    ["no header", undefined, false],
  ])("checks %s", (_title, host, ok) => {
    expect(checkLanHost(host, lan).ok).toBe(ok);
  });
});

describe("hostName", () => {
  it.each([
    ["Example.COM:80", "example.com"],
    ["[2001:DB8::1]:80", "[2001:db8::1]"],
    ["example.com:", null],
    ["example.com:123456", null],
    ["[::1", null],
  ])("reads %s", (header, expected) => {
    expect(hostName(header)).toBe(expected);
  });
});

describe("checkOrigin", () => {
  const host = "127.0.0.1:3000";
  it.each([
    ["no page behind the request", undefined, host, true],
    ["our own page", "http://127.0.0.1:3000", host, true],
    ["our own page behind a proxy that speaks TLS", "https://board.example", "board.example", true],
    ["our own page spelt in capitals", "HTTP://LOCALHOST:3000", "localhost:3000", true],
    ["a page of another port", "http://127.0.0.1:3001", host, false],
    ["a page of another name for us", "http://localhost:3000", host, false],
    ["a foreign page", "https://evil.example", host, false],
    ["a page whose name begins like ours", "http://127.0.0.1:3000.evil.example", host, false],
    ["a sandboxed or local page", "null", host, false],
    ["an empty origin", "", host, false],
    ["an origin without a host to compare", "http://127.0.0.1:3000", undefined, false],
  ])("checks %s", (_title, origin, given, ok) => {
    expect(checkOrigin(origin, given).ok).toBe(ok);
  });
});

describe("isLoopback", () => {
  it.each([
    ["127.0.0.1", true],
    ["127.255.0.9", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["192.168.1.20", false],
    ["::ffff:192.168.1.20", false],
    ["1.127.0.1", false],
    ["::1234", false],
    [undefined, false],
  ])("checks %s", (address, expected) => {
    expect(isLoopback(address)).toBe(expected);
  });
});
