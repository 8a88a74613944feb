import { z } from "zod";
import { readableText } from "../../../lib/character-rules.ts";
import type { Clock } from "../../../lib/clock.ts";
import { Refusal } from "../../../lib/errors.ts";
import { limitedFetch } from "../../../lib/fetch/index.ts";
import type { Logger } from "../../../lib/logger.ts";
import { signInRefusal } from "./errors.ts";
import { isForClient, isPlainLoopback, mayBeSentTo, skewSeconds } from "./rules.ts";

const timeoutSeconds = 10;
/** No answer of a provider is longer. */
const mostBytes = 1_048_576;
const google = "https://accounts.google.com";

/** What we need again when the provider sends the person back. */
export const pendingProof = z.object({ state: z.string(), nonce: z.string(), verifier: z.string() });
export type PendingProof = z.infer<typeof pendingProof>;

export type Claims = Readonly<Record<string, unknown>> & { sub: string };

export type IdentityProvider = ReturnType<typeof identityProvider>;

interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
  log: Logger;
}

/** Loads the library, and the provider's metadata with it. */
async function discover({ issuer, clientId, clientSecret, log }: Client) {
  const client = await import("openid-client");
  const ask = limitedFetch(mostBytes);
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: skewSeconds },
    client.ClientSecretPost(clientSecret),
    {
      execute: [
        client.enableNonRepudiationChecks,
        ...(isPlainLoopback(issuer) ? [client.allowInsecureRequests] : []),
      ],
      timeout: timeoutSeconds,
      // Only forms are sent.
      [client.customFetch]: (address, { body, ...init }) =>
        ask(address, { ...init, ...(body instanceof URLSearchParams && { body }) }),
    },
  );
  const { authorization_endpoint: page, token_endpoint: tokens, jwks_uri: keys } = config.serverMetadata();
  const addresses = [page, tokens, keys].map((address) => address ?? "");
  const refused = addresses.find((address) => !mayBeSentTo(address, issuer));
  if (refused === undefined) return { client, config };
  log.warn(
    { address: readableText(refused, 200) },
    "[web_sign_in] the identity provider names an unsafe address",
  );
  throw signInRefusal("unusable");
}

/** The OpenID provider that authenticates people. Its library and metadata are loaded at the first sign-in. */
export function identityProvider(
  of: Client & {
    allowedDomains: readonly string[];
    clock: Clock;
  },
) {
  let discovered: ReturnType<typeof discover> | undefined;

  async function connect(): Promise<Awaited<ReturnType<typeof discover>>> {
    discovered ??= discover(of);
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      if (error instanceof Refusal) throw error;
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

    /** Returns the ID token's claims after checking its signature, issuer, audience, client, times and nonce. */
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
        if (claims && isForClient(claims, { clientId: of.clientId, now: of.clock.now() })) return claims;
        of.log.warn(
          "[web_sign_in] the identity provider's ID token is for another client, from the future or for nobody",
        );
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
