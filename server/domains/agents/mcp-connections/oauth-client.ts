import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/client";
import {
  type Challenge,
  challengeOf,
  type Discovery,
  discover,
  type Sdk,
  secretSafeFetch,
  type Target,
} from "./discovery.ts";
import { connectorRefusal } from "./errors.ts";
import { clientFor, type RegistrationDeps } from "./registration.ts";
import { foreignText, scopeToAsk } from "./rules.ts";

/** Everything that the second half of a sign-in needs. */
export interface PendingSignIn {
  discovery: Discovery;
  client: OAuthClientInformationMixed;
  verifier: string;
  redirectUri: string;
  scope: string | null;
}

/** A finished sign-in. */
export interface StoredSignIn {
  discovery: Discovery;
  client: OAuthClientInformationMixed;
  tokens: OAuthTokens;
}

export type McpOauth = ReturnType<typeof mcpOauth>;

/** The MCP client's part of OAuth 2.1, from discovery to revocation. The library is loaded on first use. */
export function mcpOauth(deps: RegistrationDeps) {
  const load = (): Promise<Sdk> => import("@modelcontextprotocol/client");

  return {
    ...renewalAndRevocation(deps, load),

    /** Finds the authorization server and our client there, and returns where the person continues. */
    async begin(
      target: Target,
      of: { redirectUri: string; state: string; challenge?: Challenge },
    ): Promise<{ url: string; leg: PendingSignIn }> {
      const sdk = await load();
      const { redirectUri, state, challenge = await challengeOf(sdk, deps, target.url) } = of;
      const { scopes, ...discovery } = await discover(sdk, deps, { target, challenge });
      const scope = scopeToAsk({
        catalog: target.oauth.scopes,
        challenged: challenge.scope,
        resource: scopes,
        offered: discovery.metadata?.scopes_supported,
      });
      const client = await clientFor(sdk, deps, { target, discovery, redirectUri, scope });
      const { authorizationServer, ...part } = partsOf(discovery);
      const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(authorizationServer, {
        ...part,
        ...(scope !== undefined && { scope }),
        clientInformation: client,
        redirectUrl: redirectUri,
        state,
      });
      const leg = { discovery, client, verifier: codeVerifier, redirectUri, scope: scope ?? null };
      return { url: authorizationUrl.href, leg };
    },

    /** RFC 9207: throws if the answer must name the server that was asked and does not. */
    async checkIssuer({ metadata }: Discovery, iss: string | undefined): Promise<void> {
      const sdk = await load();
      try {
        sdk.validateAuthorizationResponseIssuer({
          iss,
          expectedIssuer: metadata?.issuer,
          issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
        });
      } catch {
        throw connectorRefusal("issuer_mismatch");
      }
    },

    async exchange(
      { discovery, client, verifier, redirectUri }: PendingSignIn,
      of: { serverUrl: string; code: string; iss: string | undefined },
    ): Promise<OAuthTokens> {
      const sdk = await load();
      const { authorizationServer, ...part } = partsOf(discovery);
      return sdk.exchangeAuthorization(authorizationServer, {
        ...part,
        ...(of.iss !== undefined && { iss: of.iss }),
        clientInformation: client,
        authorizationCode: of.code,
        codeVerifier: verifier,
        redirectUri,
        fetchFn: secretSafeFetch(deps, of.serverUrl),
      });
    },
  };
}

const partsOf = ({ authorizationServer, metadata, resource }: Discovery) => ({
  authorizationServer,
  ...(metadata && { metadata }),
  ...(resource !== null && { resource }),
});

/** Errors of a token endpoint after which a retry cannot succeed. */
const final: readonly string[] = ["invalid_grant", "invalid_client", "unauthorized_client"];

function renewalAndRevocation(deps: RegistrationDeps, load: () => Promise<Sdk>) {
  return {
    /** `refused`: this sign-in is over. Throws if the server did not answer, so nothing is known. */
    async renew(
      { discovery, client, tokens }: StoredSignIn,
      serverUrl: string,
    ): Promise<{ kind: "renewed"; tokens: OAuthTokens } | { kind: "refused"; why: string }> {
      const sdk = await load();
      const { authorizationServer, ...part } = partsOf(discovery);
      try {
        const renewed = await sdk.refreshAuthorization(authorizationServer, {
          ...part,
          clientInformation: client,
          refreshToken: tokens.refresh_token ?? "",
          fetchFn: secretSafeFetch(deps, serverUrl),
        });
        return { kind: "renewed", tokens: renewed };
      } catch (error) {
        if (error instanceof sdk.OAuthError && final.includes(error.code))
          return { kind: "refused", why: foreignText(error.code) };
        throw error;
      }
    },

    /** RFC 7009. False if the server does not support it. */
    async revoke({ discovery, client, tokens }: StoredSignIn, serverUrl: string): Promise<boolean> {
      const { revocation_endpoint: endpoint } = (discovery.metadata ?? {}) as {
        revocation_endpoint?: unknown;
      };
      if (typeof endpoint !== "string") return false;
      const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
      const body = new URLSearchParams({ token: tokens.refresh_token ?? tokens.access_token });
      const { client_id: id, client_secret: secret } = client;
      if (secret === undefined) body.set("client_id", id);
      else
        headers.set(
          "authorization",
          `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
        );
      const answer = await secretSafeFetch(deps, serverUrl)(endpoint, { method: "POST", headers, body });
      return answer.ok;
    },
  };
}
