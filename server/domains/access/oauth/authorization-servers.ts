import { generateKeyPairSync } from "node:crypto";
import type { Request } from "express";
import type { JWKS } from "oidc-provider";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { makeProvider, type OauthServer, type ProviderDeps } from "./provider.ts";

/** As many addresses as a machine is called by: its names on loopback, in the network and outside. */
const mostIssuers = 8;

/** One authorization server for each address the service is reached at, each made when it is first asked. */
export function authorizationServers(deps: ProviderDeps, issuerOf: (request: Request) => string) {
  const made = new Map<string, Promise<OauthServer>>();

  function at(issuer: string): Promise<OauthServer> {
    const found = made.get(issuer);
    if (found) return found;
    const [oldest] = made.keys();
    if (made.size >= mostIssuers && oldest !== undefined) made.delete(oldest);
    const server = makeProvider(issuer, deps);
    made.set(issuer, server);
    server.catch(() => made.delete(issuer));
    return server;
  }

  return { at, for: (request: Request): Promise<OauthServer> => at(issuerOf(request)) };
}

const entry = "oauth/signing-keys";

/** Every token is opaque, but a server of this kind publishes a key; it stays the same over restarts. */
export function keptSigningKeys(secrets: Pick<SecretStore, "read" | "write">): JWKS {
  const kept = secrets.read(entry);
  if (kept !== null) return JSON.parse(kept) as JWKS;
  const made = makeSigningKeys();
  secrets.write(entry, JSON.stringify(made));
  return made;
}

export function makeSigningKeys(): JWKS {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] } as JWKS;
}
