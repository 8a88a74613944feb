import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { certificates, fingerprintsOf } from "./certificate.ts";

const dayMs = 86_400_000;

function shop(start = Date.parse("2026-11-21T09:00:00Z")) {
  const kept = new Map<string, string>();
  const clock = { at: start, now: () => clock.at };
  const secrets = {
    read: (name: string) => kept.get(name) ?? null,
    write: (name: string, value: string) => void kept.set(name, value),
  };
  return { clock, certificates: certificates({ secrets, clock }) };
}

it("vouches for every name and address, and can sign no other certificate", async () => {
  const { certificates: made } = shop();
  const { cert } = await made.for(["desk.local", "192.168.1.20", "fd00::2"]);
  const parsed = new X509Certificate(cert);
  expect(parsed.checkHost("desk.local")).toBe("desk.local");
  expect(parsed.checkIP("192.168.1.20")).toBe("192.168.1.20");
  expect(parsed.checkIP("fd00::2")).toBe("fd00::2");
  expect(parsed.ca).toBe(false);
  expect(parsed.publicKey.asymmetricKeyType).toBe("ec");
});

it("stays as it is until it runs out or the machine has a new name, and then keeps its key", async () => {
  const { clock, certificates: made } = shop();
  const first = await made.for(["desk.local"]);
  clock.at += 300 * dayMs;
  expect(await made.for(["desk.local"])).toEqual(first);
  const renamed = await made.for(["desk.local", "10.0.0.3"]);
  clock.at += 390 * dayMs;
  const renewed = await made.for(["desk.local"]);
  const prints = [first, renamed, renewed].map(fingerprintsOf);
  expect(new Set(prints.map(({ certificate }) => certificate)).size).toBe(3);
  expect(new Set(prints.map(({ public_key }) => public_key)).size).toBe(1);
});
