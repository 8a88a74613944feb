import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Clock } from "../../../lib/clock.ts";
import type { ApnsConfig } from "./rules.ts";

/** Apple takes a token for an hour and refuses those that change more often than every 20 minutes. */
const tokenMs = 50 * 60_000;

/** The key that Apple knows this service by. A key that cannot be read throws a sentence for the owner. */
export function apnsKey({ key, keyId, teamId }: ApnsConfig, clock: Clock) {
  let loaded: Promise<KeyObject> | undefined;
  let held: { token: string; madeAt: number } | undefined;

  async function load(): Promise<KeyObject> {
    const pem = key.includes("-----BEGIN") ? key.replaceAll("\\n", "\n") : await readFile(key, "utf8");
    const made = createPrivateKey(pem);
    if (made.asymmetricKeyDetails?.namedCurve === "prime256v1") return made;
    throw new Error("it is no key of the curve P-256");
  }

  function read(): Promise<KeyObject> {
    loaded ??= load().catch((cause: unknown) => {
      loaded = undefined;
      throw new Error("SERVICE_APNS_KEY is neither Apple's .p8 key nor a file with it", { cause });
    });
    return loaded;
  }

  return {
    read,
    /** The bearer token of a request, the same for most of an hour. */
    async token(): Promise<string> {
      const now = clock.now();
      if (held && now - held.madeAt < tokenMs) return held.token;
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
      const claims = `${part({ alg: "ES256", kid: keyId })}.${part({ iss: teamId, iat: Math.floor(now / 1_000) })}`;
      const options = { key: await read(), dsaEncoding: "ieee-p1363" } as const;
      const signature = sign("sha256", Buffer.from(claims), options).toString("base64url");
      held = { token: `${claims}.${signature}`, madeAt: now };
      return held.token;
    },
    /** Apple's clock or its mind differs; the next token is a new one. */
    forget(): void {
      held = undefined;
    },
  };
}
