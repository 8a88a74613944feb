import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { Fingerprints } from "./model.ts";
import { certificateMs, inGroups, isRenewalDue } from "./rules.ts";

const keptCertificate = z.object({
  key: z.string(),
  cert: z.string(),
  names: z.array(z.string()),
  expiresAt: z.number(),
});
/** PEM texts, with what the certificate says. */
export type Certificate = z.infer<typeof keptCertificate>;

const entry = "lan/certificate";

/** The certificate of this data folder. The key is made once, so that its fingerprint stays. */
export function certificates({
  secrets,
  clock,
}: {
  secrets: Pick<SecretStore, "read" | "write">;
  clock: Clock;
}) {
  const kept = (): Certificate | null => {
    const text = secrets.read(entry);
    return text === null ? null : keptCertificate.parse(JSON.parse(text));
  };

  return {
    /** One that is valid for all of these names. */
    async for(names: readonly string[]): Promise<Certificate> {
      const held = kept();
      if (held && !isRenewalDue(held, names, clock.now())) return held;
      const made = await makeCertificate(held?.key ?? newKey(), names, clock.now());
      secrets.write(entry, JSON.stringify(made));
      return made;
    },
  };
}

const newKey = (): string =>
  generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;

/** It vouches for these names and can sign no other certificate. The library is loaded when one is made. */
async function makeCertificate(key: string, names: readonly string[], now: number): Promise<Certificate> {
  const { generate } = await import("selfsigned");
  const publicKey = String(createPublicKey(key).export({ type: "spki", format: "pem" }));
  const expiresAt = now + certificateMs;
  const { cert } = await generate([{ name: "commonName", value: "Signalbox" }], {
    keyType: "ec",
    algorithm: "sha256",
    keyPair: { privateKey: key, publicKey },
    notBeforeDate: new Date(now - 3_600_000),
    notAfterDate: new Date(expiresAt),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) => (isIP(name) === 0 ? { type: 2, value: name } : { type: 7, ip: name })),
      },
    ],
  });
  return { key, cert, names: [...names], expiresAt };
}

export function fingerprintsOf({ cert }: Pick<Certificate, "cert">): Fingerprints {
  const parsed = new X509Certificate(cert);
  const spki = parsed.publicKey.export({ type: "spki", format: "der" });
  return {
    certificate: inGroups(parsed.fingerprint256),
    public_key: inGroups(createHash("sha256").update(spki).digest("hex")),
  };
}
