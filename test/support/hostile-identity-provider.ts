import { createHmac, createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { alice } from "./identity-provider.ts";

type Fields = Record<string, unknown>;

/** How the provider answers next; a test changes it while the provider runs. */
export interface Lies {
  /** Replaces fields of its published metadata. */
  metadata: Fields;
  /** Replaces parameters with which it sends the browser back; undefined leaves one out. */
  callback: Record<string, string | undefined>;
  /** Replaces fields of the ID token's header and claims; undefined leaves one out. */
  header: Fields;
  claims: Fields;
  /** Who signs the ID token: its own key, one it never published, its public key as a shared secret, or nobody. */
  signer: "own" | "stranger" | "public key" | "nobody";
  /** Replaces fields of the answer with tokens. */
  tokens: Fields;
  /** Answers requests for tokens in its place. */
  answer: ((response: ServerResponse) => void) | null;
}

export interface HostileIdentityProvider extends AsyncDisposable {
  issuer: string;
  lies: Lies;
  /** The paths that were asked for. */
  asked: string[];
  environment: Record<string, string>;
}

const clientId = "signalbox";

export const honest = (): Lies => ({
  metadata: {},
  callback: {},
  header: {},
  claims: {},
  signer: "own",
  tokens: {},
  answer: null,
});

/** An OpenID provider on loopback that checks nothing, takes every code any number of times and says what a test wants. */
export async function startHostileIdentityProvider(): Promise<HostileIdentityProvider> {
  const keys = { own: rsaKey(), stranger: rsaKey() };
  const published = { ...createPublicKey(keys.own).export({ format: "jwk" }), kid: "first", use: "sig" };
  const nonces = new Map<string, string>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idp: HostileIdentityProvider = {
    issuer,
    lies: honest(),
    asked: [],
    environment: {
      SERVICE_WEB_AUTH_ISSUER: issuer,
      SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID: clientId,
      SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET: "a-client-secret-of-a-test",
      SERVICE_WEB_AUTH_ALLOWED_DOMAINS: "corp.test, work.test",
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const metadata = (): Fields => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    ...idp.lies.metadata,
  });

  function idToken(code: string): string {
    const now = Math.floor(Date.now() / 1_000);
    const { name, ...person } = alice;
    const times = { iat: now, exp: now + 600 };
    const claims = { iss: issuer, aud: clientId, ...times, ...person, name, nonce: nonces.get(code) };
    const part = (fields: Fields): string => Buffer.from(JSON.stringify(fields)).toString("base64url");
    const header = part({ alg: "RS256", kid: "first", ...idp.lies.header });
    const input = `${header}.${part({ ...claims, ...idp.lies.claims })}`;
    return `${input}.${signature(input)}`;
  }

  function signature(input: string): string {
    const { signer } = idp.lies;
    if (signer === "nobody") return "";
    const secret = createPublicKey(keys.own).export({ type: "spki", format: "pem" });
    if (signer === "public key") return createHmac("sha256", secret).update(input).digest("base64url");
    return sign("sha256", Buffer.from(input), keys[signer]).toString("base64url");
  }

  function sendBack(request: IncomingMessage, response: ServerResponse): void {
    const asked = new URL(request.url ?? "", issuer).searchParams;
    const code = randomBytes(8).toString("hex");
    nonces.set(code, asked.get("nonce") ?? "");
    const back = new URL(asked.get("redirect_uri") ?? "");
    for (const [name, value] of Object.entries({ code, state: asked.get("state"), ...idp.lies.callback }))
      if (typeof value === "string") back.searchParams.set(name, value);
    response.writeHead(303, { location: back.href }).end();
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "", issuer);
    idp.asked.push(pathname);
    const json = (fields: Fields): void =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(fields));
    if (pathname === "/.well-known/openid-configuration") return json(metadata());
    if (pathname === "/keys") return json({ keys: [published] });
    if (pathname === "/authorize") return sendBack(request, response);
    if (idp.lies.answer) return idp.lies.answer(response);
    const code = new URLSearchParams(Buffer.concat(await request.toArray()).toString()).get("code") ?? "";
    json({
      access_token: "an-access-token",
      token_type: "Bearer",
      id_token: idToken(code),
      ...idp.lies.tokens,
    });
  }

  return idp;
}

const rsaKey = () => generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
