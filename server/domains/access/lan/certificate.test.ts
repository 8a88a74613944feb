import { X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { certificateStore, fingerprintsOf } from "./certificate.ts";

const dayMs = 86_400_000;

function bed(start = Date.parse("2026-11-21T09:00:00Z")) {
  const stored = new Map<string, string>();
  const clock = { at: start, now: () => clock.at };
  const secrets = {
    read: (name: string) => stored.get(name) ?? null,
    write: (name: string, value: string) => void stored.set(name, value),
  };
  return { clock, certificates: certificateStore({ secrets, clock }) };
}

it("makes a certificate that is valid for every name and address and cannot sign others", async () => {
  const { certificates: made } = bed();
  const { cert } = await made.for(["desk.local", "192.168.1.20", "fd00::2"]);
  const parsed = new X509Certificate(cert);
  expect(parsed.checkHost("desk.local")).toBe("desk.local");
  expect(parsed.checkIP("192.168.1.20")).toBe("192.168.1.20");
  expect(parsed.checkIP("fd00::2")).toBe("fd00::2");
  expect(parsed.ca).toBe(false);
  expect(parsed.publicKey.asymmetricKeyType).toBe("ec");
});

it("renews the certificate with the same key when it expires or the machine gets a new name", async () => {
  const { clock, certificates: made } = bed();
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
