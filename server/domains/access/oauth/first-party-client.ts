import type { CustomFetchOptions } from "openid-client";
import { askWithin } from "../../../http/ask-within.ts";
import type { Logger } from "../../../lib/logger.ts";
import { oauthRefusal } from "./errors.ts";
import { authorizationServer } from "./metadata.ts";
import type { OauthServer } from "./provider.ts";
import { firstPartyId, pairingCallback } from "./rules.ts";

/** What we need again when the browser comes back. It never leaves the service. */
export interface PendingAuthorization {
  issuer: string;
  state: string;
  verifier: string;
}

export type FirstPartyClient = ReturnType<typeof firstPartyClient>;

/**
 * The first-party client for our own pages: a public client of our own authorization server that uses the code grant with
 * PKCE (RFC 6749 4.1, RFC 7636). The service acts as its back end, so no browser ever holds a token. The library is
 * loaded with the first device.
 */
export function firstPartyClient({
  serverAt,
  log,
}: {
  serverAt(issuer: string): Promise<OauthServer>;
  log: Logger;
}) {
  async function connect(issuer: string) {
    const client = await import("openid-client");
    const { answer } = await serverAt(issuer);
    const config = new client.Configuration(
      authorizationServer(issuer),
      firstPartyId,
      undefined,
      client.None(),
    );
    config[client.customFetch] = (address: string, { method, headers, body }: CustomFetchOptions) =>
      askWithin((request, response) => void answer(request, response), address, {
        method,
        headers,
        // This client only ever sends forms.
        body: body instanceof URLSearchParams ? body.toString() : "",
      });
    return { client, config };
  }

  return {
    /** Returns the URL of the authorization request, and what to keep until the browser comes back. */
    async begin(issuer: string): Promise<{ url: URL; pending: PendingAuthorization }> {
      const { client, config } = await connect(issuer);
      const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: issuer + pairingCallback,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
      });
      return { url, pending: { issuer, state, verifier } };
    },

    /** Checks the answer's state and issuer and exchanges its code. Returns the access token. */
    async finish(returned: URL, { issuer, state, verifier }: PendingAuthorization): Promise<string> {
      const { client, config } = await connect(issuer);
      try {
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        const { access_token: token } = await client.authorizationCodeGrant(config, returned, checks);
        return token;
      } catch (error) {
        const { code, message } = error as { code?: unknown; message?: unknown };
        log.warn(
          { code, reason: message },
          "[oauth_server] the answer to the first-party client's request was refused",
        );
        throw oauthRefusal("not_signed_in");
      }
    },
  };
}
