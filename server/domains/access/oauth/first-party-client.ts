import type { CustomFetchOptions } from "openid-client";
import { askWithin } from "../../../http/ask-within.ts";
import type { Logger } from "../../../lib/logger.ts";
import { oauthRefusal } from "./errors.ts";
import { authorizationServer } from "./metadata.ts";
import type { OauthServer } from "./provider.ts";
import { firstPartyId, pageCallback } from "./rules.ts";

/** What has to be known again when the browser comes back. It never leaves the service. */
export interface PendingSignIn {
  issuer: string;
  state: string;
  verifier: string;
}

export type OwnClient = ReturnType<typeof ownClient>;

/**
 * The built-in client where it is a page of ours: a public client of our own authorization server, by code and PKCE
 * (RFC 6749 4.1, RFC 7636). The service is its back end, so that no browser ever holds a token. The library is
 * loaded with the first device.
 */
export function ownClient({
  serverAt,
  log,
}: {
  serverAt(issuer: string): Promise<OauthServer>;
  log: Logger;
}) {
  async function at(issuer: string) {
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
        // This client sends forms, and nothing else.
        body: body instanceof URLSearchParams ? body.toString() : "",
      });
    return { client, config };
  }

  return {
    /** The address of the authorization request, and what to keep until the browser comes back from it. */
    async begin(issuer: string): Promise<{ url: URL; pending: PendingSignIn }> {
      const { client, config } = await at(issuer);
      const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: issuer + pageCallback,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
      });
      return { url, pending: { issuer, state, verifier } };
    },

    /** Exchanges the code of the answer, once its state and issuer are right; returns the access token. */
    async finish(returned: URL, { issuer, state, verifier }: PendingSignIn): Promise<string> {
      const { client, config } = await at(issuer);
      try {
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        const { access_token: token } = await client.authorizationCodeGrant(config, returned, checks);
        return token;
      } catch (error) {
        const { code, message } = error as { code?: unknown; message?: unknown };
        log.warn(
          { code, reason: message },
          "[oauth_server] the answer to the app's own request was not taken",
        );
        throw oauthRefusal("not_signed_in");
      }
    },
  };
}
