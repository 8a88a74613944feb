import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Clock } from "../../../lib/clock.ts";
import type { ApnsConfig } from "./rules.ts";

/** Apple accepts a token for an hour and refuses tokens that change more often than every 20 minutes. */
const tokenMs = 50 * 60_000;

/** The key with which this service signs its requests to Apple. */
export function apnsKey({ key, keyId, teamId }: ApnsConfig, clock: Clock) {
  let loaded: Promise<KeyObject> | undefined;
  let held: { token: string; madeAt: number } | undefined;

  async function load(): Promise<KeyObject> {
    const pem = key.includes("-----BEGIN") ? key.replaceAll("\\n", "\n") : await readFile(key, "utf8");
    const made = createPrivateKey(pem);
    if (made.asymmetricKeyDetails?.namedCurve === "prime256v1") return made;
    throw new Error("the key is not on the curve P-256");
  }

  function read(): Promise<KeyObject> {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined;
      throw new Error("SERVICE_APNS_KEY cannot be read as a .p8 key", { cause });
    });
    return loaded;
  }

  return {
    read,
    /** The bearer token of a request; one token serves for most of an hour. */
    async token(): Promise<string> {
      const now = clock.now();
      if (held && Math.abs(now - held.madeAt) < tokenMs) return held.token;
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
      const claims = `${part({ alg: "ES256", kid: keyId })}.${part({ iss: teamId, iat: Math.floor(now / 1_000) })}`;
      const options = { key: await read(), dsaEncoding: "ieee-p1363" } as const;
      const signature = sign("sha256", Buffer.from(claims), options).toString("base64url");
      held = { token: `${claims}.${signature}`, madeAt: now };
      return held.token;
    },
    /** Apple refused the token; the next request makes a new one. */
    forget(): void {
      held = undefined;
    },
  };
}
