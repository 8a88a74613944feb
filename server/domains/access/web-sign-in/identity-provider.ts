import { z } from "zod";
import type { Logger } from "../../../lib/logger.ts";
import { signInRefusal } from "./errors.ts";

const skewSeconds = 300;
const timeoutSeconds = 10;
const google = "https://accounts.google.com";

/** What we need again when the provider sends the person back. */
export const pendingProof = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type PendingProof = z.infer<typeof pendingProof>;

export type Claims = Readonly<Record<string, unknown>> & { sub: string };

export type IdentityProvider = ReturnType<typeof identityProvider>;

/** The OpenID provider that authenticates people. Its library and metadata are loaded at the first sign-in. */
export function identityProvider(of: {
  issuer: string;
  clientId: string;
  clientSecret: string;
  allowedDomains: readonly string[];
  log: Logger;
}) {
  let discovered: ReturnType<typeof discover> | undefined;

  async function discover() {
    const client = await import("openid-client");
    // Only a provider on this machine may be used without TLS.
    const isLocal = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::|\/|$)/.test(of.issuer);
    const config = await client.discovery(
      new URL(of.issuer),
      of.clientId,
      { [client.clockTolerance]: skewSeconds },
      client.ClientSecretPost(of.clientSecret),
      {
        execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
        timeout: timeoutSeconds,
      },
    );
    return { client, config };
  }

  async function connect(): Promise<Awaited<ReturnType<typeof discover>>> {
    discovered ??= discover();
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      of.log.warn(reasonOf(error), "[web_sign_in] the identity provider did not answer");
      throw signInRefusal("unreachable");
    }
  }

  return {
    /** Returns where to send the person, and the proof to keep until they come back. */
    async begin(redirectUri: string): Promise<{ url: string; proof: PendingProof }> {
      const { client, config } = await connect();
      const proof = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const [domain, ...others] = of.allowedDomains;
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
        code_challenge_method: "S256",
        state: proof.state,
        nonce: proof.nonce,
        // Only a hint for the account chooser; the token's claims decide.
        hd: others.length === 0 ? (domain ?? "*") : "*",
        ...(of.issuer === google && { prompt: "select_account" }),
      });
      return { url: url.href, proof };
    },

    /** Returns the ID token's claims after checking its signature, issuer, audience, times and nonce. */
    async finish(returned: URL, proof: PendingProof): Promise<Claims> {
      const { client, config } = await connect();
      try {
        const tokens = await client.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: proof.verifier,
          expectedState: proof.state,
          expectedNonce: proof.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims) return claims;
      } catch (error) {
        of.log.warn(reasonOf(error), "[web_sign_in] the identity provider's answer was refused");
        throw signInRefusal(refusalFor(error));
      }
      throw signInRefusal("not_verified");
    },
  };
}

/** The loggable part of an error. Its cause is left out, because it may contain claims and codes. */
const reasonOf = (error: unknown): { code: unknown; reason: string } => ({
  code: (error as { code?: unknown }).code,
  reason: error instanceof Error ? error.message : String(error),
});

/** The provider's own refusals have a name or code; a broken connection is a plain TypeError without one. */
function refusalFor(error: unknown): "denied" | "not_verified" | "unreachable" {
  const { name, code } = error as { name?: string; code?: string };
  if (name === "AuthorizationResponseError") return "denied";
  const unanswered = code === "OAUTH_TIMEOUT" || (name === "TypeError" && code === undefined);
  return unanswered ? "unreachable" : "not_verified";
}
