import type * as McpClient from "@modelcontextprotocol/client";
import { connectorRefusal, insecureEndpoint } from "./errors.ts";
import { authorizationProblem, type EndpointProblem, endpointProblem } from "./rules.ts";
import { text } from "./text.ts";

/** What the catalog says about a server that people sign in to, with variables filled in. */
export interface Target {
  url: string;
  oauth: Readonly<{
    clientId?: string | undefined;
    clientSecret?: string | undefined;
    scopes?: readonly string[] | undefined;
    authServerMetadataUrl?: string | undefined;
  }>;
}

/** The authorization server of a server, as its documents say. */
export interface Discovery {
  authorizationServer: string;
  /** Null if the server publishes none; its endpoints then have the names of the first revision. */
  metadata: McpClient.AuthorizationServerMetadata | null;
  /** The resource that tokens are for; null if the server does not name one. */
  resource: string | null;
}

/** What a server answered to a request without a token or with an insufficient one. */
export interface Challenge {
  resourceMetadataUrl?: URL;
  scope?: string;
}

export type Sdk = typeof McpClient;

export interface Outgoing {
  /** Checks every address that the server's documents name. */
  fetchFor(serverUrl: string): typeof fetch;
  /** Replaces the check of R139, for tests only. */
  endpointProblem?: typeof endpointProblem;
}

export const tokenEndpointOf = ({ metadata, authorizationServer }: Discovery): string =>
  metadata?.token_endpoint ?? new URL("/token", authorizationServer).href;

const authorizationEndpointOf = ({ metadata, authorizationServer }: Discovery): string =>
  metadata?.authorization_endpoint ?? new URL("/authorize", authorizationServer).href;

/** Any POST may contain a secret: it is not sent to endpoints that R139 forbids, and redirects are not followed. */
export function secretSafeFetch(deps: Outgoing, serverUrl: string): typeof fetch {
  const base = deps.fetchFor(serverUrl);
  return async (input, init) => {
    if (init?.method !== "POST") return base(input, init);
    const { host, href } = new URL(input instanceof Request ? input.url : input);
    refuseInsecure(`endpoint at ${host}`, (deps.endpointProblem ?? endpointProblem)(href));
    return base(input, { ...init, redirect: "error" });
  };
}

function refuseInsecure(what: string, problem: EndpointProblem | null): void {
  if (problem !== null) throw insecureEndpoint(what, problem);
}

/** Empty if the server does not ask for a token. */
export async function challengeOf(sdk: Sdk, deps: Outgoing, serverUrl: string): Promise<Challenge> {
  try {
    const answer = await deps.fetchFor(serverUrl)(serverUrl, initialize(sdk.LATEST_PROTOCOL_VERSION));
    return answer.status === 401 ? sdk.extractWWWAuthenticateParams(answer) : {};
  } catch {
    // The well-known addresses come next, and their errors are more precise.
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

/** Finds the authorization server of a server. Throws if a secret would go to an endpoint without https (R139). */
export async function discover(
  sdk: Sdk,
  deps: Outgoing,
  { target, challenge }: { target: Target; challenge: Challenge },
): Promise<Discovery & { scopes: readonly string[] | undefined }> {
  const fetchFn = secretSafeFetch(deps, target.url);
  const { resourceMetadataUrl } = challenge;
  const at = resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl };
  const info = await sdk.discoverOAuthServerInfo(target.url, { ...at, fetchFn });
  // Throws if the document is about another resource.
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
  refuseInsecure("token endpoint", (deps.endpointProblem ?? endpointProblem)(tokenEndpointOf(discovery)));
  refuseInsecure("authorization endpoint", authorizationProblem(authorizationEndpointOf(discovery)));
  return { ...discovery, scopes: info.resourceMetadata?.scopes_supported };
}

async function readMetadata(
  fetchFn: typeof fetch,
  url: string,
): Promise<McpClient.AuthorizationServerMetadata> {
  const answer = await fetchFn(url, { headers: { accept: "application/json" } });
  if (!answer.ok)
    throw connectorRefusal("unusable_server", { reason: text.metadataStatus(url, answer.status) });
  return (await answer.json()) as McpClient.AuthorizationServerMetadata;
}
