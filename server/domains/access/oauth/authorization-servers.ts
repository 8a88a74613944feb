import { generateKeyPairSync } from "node:crypto";
import type { Request } from "express";
import type { JWKS } from "oidc-provider";
import type { Database } from "../../../db/open.ts";
import type { SecretStore } from "../../../lib/secret-store/index.ts";
import { makeProvider, type OauthServer, type ProviderDeps } from "./provider.ts";
import { oauthStore } from "./store.ts";

/** Enough for all the names of a machine: on loopback, on the network and outside. */
const mostIssuers = 8;

/** One authorization server for each origin at which the service is reached, created on first use. */
export function authorizationServers(
  { database, ...deps }: Omit<ProviderDeps, "store"> & { database: Database },
  issuerOf: (request: Request) => string,
) {
  const store = oauthStore(database);
  const made = new Map<string, Promise<OauthServer>>();

  function at(issuer: string): Promise<OauthServer> {
    const found = made.get(issuer);
    if (found) return found;
    const [oldest] = made.keys();
    if (made.size >= mostIssuers && oldest !== undefined) made.delete(oldest);
    const server = makeProvider(issuer, { ...deps, store });
    made.set(issuer, server);
    server.catch(() => made.delete(issuer));
    return server;
  }

  return { at, for: (request: Request): Promise<OauthServer> => at(issuerOf(request)) };
}

const entry = "oauth/signing-keys";

/** All tokens are opaque, but the library publishes a signing key, which stays the same across restarts. */
export function loadSigningKeys(secrets: Pick<SecretStore, "read" | "write">): JWKS {
  const stored = secrets.read(entry);
  if (stored !== null) return JSON.parse(stored) as JWKS;
  const made = makeSigningKeys();
  secrets.write(entry, JSON.stringify(made));
  return made;
}

export function makeSigningKeys(): JWKS {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256" }] } as JWKS;
}
