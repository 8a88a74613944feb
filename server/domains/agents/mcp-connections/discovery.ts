import type * as McpClient from "@modelcontextprotocol/client";
import { connectorRefusal } from "./errors.ts";
import { authorizationProblem, endpointProblem } from "./rules.ts";

/** What the catalog says of a server that people sign in to; variables filled in. */
export interface Target {
  url: string;
  oauth: Readonly<{
    clientId?: string | undefined;
    clientSecret?: string | undefined;
    scopes?: readonly string[] | undefined;
    authServerMetadataUrl?: string | undefined;
  }>;
}

/** Who gives tokens for a server, as its documents say. */
export interface Discovery {
  authorizationServer: string;
  /** Absent where the server publishes none; its endpoints have the names of the first revision then. */
  metadata: McpClient.AuthorizationServerMetadata | null;
  /** The resource that tokens are for; null where the server names none. */
  resource: string | null;
}

/** What a server answered to a request without a token, or with one that is not enough. */
export interface Challenge {
  resourceMetadataUrl?: URL;
  scope?: string;
}

export type Sdk = typeof McpClient;

export interface Outgoing {
  /** Judges every address that the server's documents name. */
  fetchFor(serverUrl: string): typeof fetch;
  /** Why nothing secret may be sent to an address; only a test says otherwise than R139. */
  endpointProblem?: typeof endpointProblem;
}

export const tokenEndpointOf = ({ metadata, authorizationServer }: Discovery): string =>
  metadata?.token_endpoint ?? new URL("/token", authorizationServer).href;

const authorizationEndpointOf = ({ metadata, authorizationServer }: Discovery): string =>
  metadata?.authorization_endpoint ?? new URL("/authorize", authorizationServer).href;

/** Whatever is posted may hold a secret: it goes to no endpoint that R139 forbids, and is not sent on from there. */
export function carefulFetch(deps: Outgoing, serverUrl: string): typeof fetch {
  const base = deps.fetchFor(serverUrl);
  return async (input, init) => {
    if (init?.method !== "POST") return base(input, init);
    const { host, href } = new URL(input instanceof Request ? input.url : input);
    judge(`endpoint at ${host}`, (deps.endpointProblem ?? endpointProblem)(href));
    return base(input, { ...init, redirect: "error" });
  };
}

function judge(what: string, problem: string | null): void {
  if (problem !== null) throw connectorRefusal("insecure_endpoint", { what, problem });
}

/** Nothing where the server does not answer like one that asks for a token. */
export async function challengeOf(sdk: Sdk, deps: Outgoing, serverUrl: string): Promise<Challenge> {
  try {
    const answer = await deps.fetchFor(serverUrl)(serverUrl, initialize(sdk.LATEST_PROTOCOL_VERSION));
    return answer.status === 401 ? sdk.extractWWWAuthenticateParams(answer) : {};
  } catch {
    // The well-known addresses are asked next, and tell better what is wrong.
    return {};
  }
}

const initialize = (protocolVersion: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "signalbox", version: "1" } },
  }),
});

/** Finds out who gives tokens for a server. Throws where a secret would go to an endpoint that is not https (R139). */
export async function discover(
  sdk: Sdk,
  deps: Outgoing,
  { target, challenge }: { target: Target; challenge: Challenge },
): Promise<Discovery & { scopes: readonly string[] | undefined }> {
  const fetchFn = carefulFetch(deps, target.url);
  const { resourceMetadataUrl } = challenge;
  const at = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
  const info = await sdk.discoverOAuthServerInfo(target.url, { ...at, fetchFn });
  // Throws where the document is about another resource.
  await sdk.selectResourceURL(target.url, {} as never, info.resourceMetadata);
  const declared = target.oauth.authServerMetadataUrl;
  const metadata =
    declared === undefined ? info.authorizationServerMetadata : await readMetadata(fetchFn, declared);
  const discovery: Discovery = {
    authorizationServer:
      declared === undefined ? info.authorizationServerUrl : (metadata?.issuer ?? declared),
    metadata: metadata ?? null,
    // As published: a parsed address may differ from it by a slash.
    resource: info.resourceMetadata?.resource ?? null,
  };
  judge("token endpoint", (deps.endpointProblem ?? endpointProblem)(tokenEndpointOf(discovery)));
  judge("authorization endpoint", authorizationProblem(authorizationEndpointOf(discovery)));
  return { ...discovery, scopes: info.resourceMetadata?.scopes_supported };
}

async function readMetadata(
  fetchFn: typeof fetch,
  url: string,
): Promise<McpClient.AuthorizationServerMetadata> {
  const answer = await fetchFn(url, { headers: { accept: "application/json" } });
  if (!answer.ok)
    throw connectorRefusal("unusable_server", { reason: `${url} answered with status ${answer.status}` });
  return (await answer.json()) as McpClient.AuthorizationServerMetadata;
}
