import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import type { Fingerprints } from "./model.ts";
import { certificateMs, inGroups, isRenewalDue } from "./rules.ts";

const storedCertificate = z.object({
  key: z.string(),
  cert: z.string(),
  names: z.array(z.string()),
  expiresAt: z.number(),
});
/** Key and certificate as PEM, with the certificate's names and expiry. */
export type Certificate = z.infer<typeof storedCertificate>;

const entry = "lan/certificate";

/** The certificate of this data folder. Its key is generated once, so that the key's fingerprint stays the same. */
export function certificateStore({
  secrets,
  clock,
}: {
  secrets: Pick<SecretStore, "read" | "write">;
  clock: Clock;
}) {
  const readStored = (): Certificate | null => {
    const text = secrets.read(entry);
    return text === null ? null : storedCertificate.parse(JSON.parse(text));
  };

  return {
    /** Returns a certificate that is valid for all of these names, and creates one if needed. */
    async for(names: readonly string[]): Promise<Certificate> {
      const stored = readStored();
      if (stored && !isRenewalDue(stored, names, clock.now())) return stored;
      const made = await makeCertificate(stored?.key ?? newKey(), names, clock.now());
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

/** Creates a certificate that cannot sign others. The library is loaded on first use. */
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
