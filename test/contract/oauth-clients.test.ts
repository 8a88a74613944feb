import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import * as oauth4webapi from "oauth4webapi";
import * as openid from "openid-client";
import { afterAll, beforeAll, expect } from "vitest";
import { consent, formBrowser, loopbackCallback } from "../support/oauth.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { proves } from "./proves.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

proves(
  "E164",
  "E166",
  "E168",
  "E169",
  "E170",
)("openid-client goes the whole way", async () => {
  const config = await openid.dynamicClientRegistration(
    new URL(service.url),
    { redirect_uris: [loopbackCallback], client_name: "openid-client" },
    openid.None(),
    { algorithm: "oauth2", execute: [openid.allowInsecureRequests] },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: loopbackCallback,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: `${service.url}/mcp`,
    state,
  });
  const back = await consent(formBrowser(service), url);
  const tokens = await openid.authorizationCodeGrant(config, back, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(next.access_token).not.toBe(tokens.access_token);
  expect(next.refresh_token).not.toBe(tokens.refresh_token);
  await openid.tokenRevocation(config, next.refresh_token ?? "");
  await expect(openid.refreshTokenGrant(config, next.refresh_token ?? "")).rejects.toThrow(
    expect.objectContaining({ error: "invalid_grant" }),
  );
});

proves(
  "E162",
  "E163",
  "E164",
  "E165",
  "E169",
)("oauth4webapi accepts both documents and the answers", async () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true };
  const resource = new URL(`${service.url}/mcp`);
  const protectedBy = await oauth4webapi.processResourceDiscoveryResponse(
    resource,
    await oauth4webapi.resourceDiscoveryRequest(resource, insecure),
  );
  const issuer = new URL(protectedBy.authorization_servers?.[0] ?? "");
  const server = await oauth4webapi.processDiscoveryResponse(
    issuer,
    await oauth4webapi.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" }),
  );
  const client = await oauth4webapi.processDynamicClientRegistrationResponse(
    await oauth4webapi.dynamicClientRegistrationRequest(
      server,
      { redirect_uris: [loopbackCallback], token_endpoint_auth_method: "none" },
      insecure,
    ),
  );
  const verifier = oauth4webapi.generateRandomCodeVerifier();
  const state = oauth4webapi.generateRandomState();
  const url = new URL(server.authorization_endpoint ?? "");
  for (const [name, value] of Object.entries({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri: loopbackCallback,
    code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  }))
    url.searchParams.set(name, value);
  const params = oauth4webapi.validateAuthResponse(
    server,
    client,
    await consent(formBrowser(service), url),
    state,
  );
  const answer = await oauth4webapi.authorizationCodeGrantRequest(
    server,
    client,
    oauth4webapi.None(),
    params,
    loopbackCallback,
    verifier,
    insecure,
  );
  const tokens = await oauth4webapi.processAuthorizationCodeResponse(server, client, answer);
  expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 3_600, scope: "mcp" });
});

/** What an MCP client keeps between its steps. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = loopbackCallback;
  readonly clientMetadata = { client_name: "The SDK's client", redirect_uris: [loopbackCallback] };
  authorization: URL | undefined;
  #client: OAuthClientInformationMixed | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  clientInformation = () => this.#client;
  saveClientInformation = (client: OAuthClientInformationMixed): void => void (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens): void => void (this.#tokens = tokens);
  redirectToAuthorization = (url: URL): void => void (this.authorization = url);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.#discovered = state);
  discoveryState = () => this.#discovered;
}

proves(
  "X13",
  "E162",
  "E166",
  "E169",
)("the SDK's own client finds its way from a 401 to a tool", async () => {
  const keeper = new Keeper();
  const address = new URL(`${service.url}/mcp`);
  const client = new Client({ name: "wanderer", version: "1" });
  const first = new StreamableHTTPClientTransport(address, { authProvider: keeper });
  await expect(client.connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
  const back = await consent(formBrowser(service), keeper.authorization ?? new URL("about:blank"));
  await first.finishAuth(back.searchParams);
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: keeper }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain("get_configs");
  await client.close();
});
