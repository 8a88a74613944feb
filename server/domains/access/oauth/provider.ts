import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type {
  ClientMetadata,
  Configuration,
  ErrorOut,
  errors as Errors,
  JWKS,
  KoaContextWithOIDC,
} from "oidc-provider";
import type { PlainPage } from "../../../http/plain-page.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { artifactAdapter } from "./adapter.ts";
import { consentStep, formFields } from "./consent.ts";
import { resourceAt, routes } from "./metadata.ts";
import { badRequestPage } from "./pages.ts";
import {
  firstPartyId,
  firstPartyRegistration,
  isLoopbackRedirect,
  isSameResource,
  lifetimes,
  redirectProblem,
  scope,
} from "./rules.ts";
import type { Approver, OauthService } from "./service.ts";
import type { OauthStore } from "./store.ts";
import { text } from "./text.ts";

export interface ProviderDeps {
  store: OauthStore;
  oauth: Pick<OauthService, "approve" | "endByKey">;
  clock: Clock;
  log: Logger;
  /** The data folder's secret; signs forms. */
  secret: string;
  signingKeys(): JWKS;
  /** Whether this person may still approve clients. Checked at every token exchange. */
  isAllowed(email: string): boolean;
  /** Fetches the metadata document of a published client; tests replace it. */
  fetch: typeof globalThis.fetch;
}

export type OauthServer = Awaited<ReturnType<typeof makeProvider>>;

/** The authorization server of one origin. Loads the library, so it is created by the first request that needs it. */
export async function makeProvider(issuer: string, deps: ProviderDeps) {
  const { Provider: Server, errors } = await import("oidc-provider");
  const { log, oauth, secret } = deps;
  const consent = consentStep({ errors, secret: signingSecret(secret, "consent"), approve: oauth.approve });
  const pages = new WeakMap<IncomingMessage, PlainPage>();
  const provider = new Server(issuer, configuration(issuer, { deps, errors, consent, pages }));
  provider.use(keepOwnParameters);
  provider.on("grant.revoked", (_ctx, grantKey) => oauth.endByKey(grantKey, text.reasons.usedAgain));
  provider.on("server_error", (ctx, error) =>
    log.error({ err: error, path: ctx.path }, "the authorization server failed"),
  );
  const answer = provider.callback();
  return {
    provider,
    resource: resourceAt(issuer),
    /** Answers a program's request. */
    answer: (request: IncomingMessage, response: ServerResponse): Promise<void> => answer(request, response),
    /** Answers a person's browser, or resolves with the page to show. */
    async authorize(
      request: IncomingMessage,
      response: ServerResponse,
      approver: Approver,
    ): Promise<PlainPage | null> {
      consent.setApprover(request, approver);
      await answer(request, response);
      return pages.get(request) ?? null;
    },
  };
}

const signingSecret = (secret: string, purpose: string): string =>
  createHmac("sha256", secret).update(`oauth:${purpose}`).digest("base64url");

interface Parts {
  deps: ProviderDeps;
  errors: typeof Errors;
  consent: ReturnType<typeof consentStep>;
  /** Pages to show instead of an answer. */
  pages: WeakMap<IncomingMessage, PlainPage>;
}

function configuration(issuer: string, parts: Parts): Configuration {
  const { deps, errors, consent } = parts;
  const { store, clock } = deps;
  return {
    adapter: (model) =>
      artifactAdapter({
        model,
        store,
        clock,
        spent: () => new errors.InvalidGrant(text.answers.alreadyUsed),
      }),
    routes,
    jwks: deps.signingKeys(),
    // The consent form is sent by POST. No cookie is ever set, because no session outlasts a request.
    enableHttpPostMethods: true,
    cookies: { keys: [signingSecret(deps.secret, "cookies")], long: { sameSite: "none" } },
    scopes: [scope, "offline_access"],
    claims: {},
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    clients: [firstPartyMetadata(issuer)],
    clientDefaults,
    extraClientMetadata: {
      properties: [clientCheck],
      validator: (...[, , , metadata]) => normalizeClient(metadata, errors),
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    ttl: {
      AuthorizationCode: lifetimes.code,
      AccessToken: lifetimes.access,
      RefreshToken: lifetimes.refresh,
      Grant: lifetimes.grant,
      IdToken: lifetimes.access,
      Session: lifetimes.code,
      Interaction: lifetimes.code,
    },
    interactions: { policy: [] as never },
    extraParams: { ...Object.fromEntries(formFields.map((name) => [name, null])), decision: consent.decide },
    loadExistingGrant: consent.grant,
    findAccount: (_ctx, email) =>
      deps.isAllowed(email) ? { accountId: email, claims: () => ({ sub: email }) } : undefined,
    renderError: (ctx, out) => renderError(ctx, out, parts),
    fetch: deps.fetch,
    // Anyone may register, so a registration must not make us fetch anything.
    sectorIdentifierUriValidate: () => false,
    features: features(issuer, parts),
  };
}

function features(issuer: string, { deps, errors }: Parts): Configuration["features"] {
  const audience = resourceAt(issuer);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      // At /oauth/authorize a person is signed in; elsewhere anyone could make us fetch an address.
      allowFetch: (ctx, id) => ctx.oidc.route === "authorization" || deps.store.hasLiveGrant(id),
      allowClient: () => true,
      cacheDuration: { min: 300, max: 3_600 },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => audience,
      useGrantedResource: () => true,
      getResourceServerInfo(ctx, resource) {
        // The resource of a code or refresh token was checked when it was granted, possibly under another origin.
        if (ctx.oidc.route !== "token" && !isSameResource(resource, audience))
          throw new errors.InvalidTarget(text.answers.otherResource(audience));
        return { scope, audience, accessTokenFormat: "opaque" };
      },
    },
  };
}

const clientDefaults: ClientMetadata = {
  client_id: "",
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  id_token_signed_response_alg: "ES256",
};

function firstPartyMetadata(issuer: string): ClientMetadata {
  const { type, redirectUris } = firstPartyRegistration(issuer);
  return {
    client_id: firstPartyId,
    client_name: "Signalbox",
    application_type: type,
    redirect_uris: redirectUris,
  };
}

/** The validator runs once per extra property, so this property exists only to make it run once. */
const clientCheck = "signalbox:checked";

/** Every client is public, uses code and refresh tokens, and is redirected only to an address a person can trust. */
function normalizeClient(metadata: ClientMetadata, { InvalidClientMetadata }: typeof Errors): void {
  delete metadata[clientCheck];
  // There is only one scope; a request for others is ignored.
  delete metadata.scope;
  // The library creates a secret for a client that does not opt out.
  delete metadata.client_secret;
  delete metadata.client_secret_expires_at;
  const wanted: unknown = metadata.grant_types;
  if (Array.isArray(wanted) && wanted.includes("authorization_code"))
    metadata.grant_types = ["authorization_code", "refresh_token"];
  const uris: unknown = metadata.redirect_uris;
  if (metadata.client_id === firstPartyId || !Array.isArray(uris)) return;
  const problem = uris.map(redirectProblem).find((found) => found !== null);
  if (problem) throw new InvalidClientMetadata(text.answers.redirectProblems[problem]);
  if (uris.some((uri) => isLoopbackRedirect(String(uri)))) metadata.application_type = "native";
}

const clientParameters: readonly string[] = [
  "client_id",
  "response_type",
  "response_mode",
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
];

/** There is one scope, the person is always asked, and OpenID Connect's parameters are ignored (RFC 6749, 3.1). */
async function keepOwnParameters(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  if (ctx.path === routes.authorization && ctx.method === "GET") {
    const { query } = ctx;
    const kept = Object.entries(query).filter(([name]) => clientParameters.includes(name));
    const silently = query["prompt"] === "none" ? { prompt: "none" } : {};
    ctx.query = { ...Object.fromEntries(kept), ...silently, scope };
  }
  await next();
  if (ctx.path === routes.authorization && ctx.status === 303) ctx.status = 302; // E168
}

/** A program gets the error as JSON whatever it accepts. A person gets a page, which may be the consent page. */
function renderError(ctx: KoaContextWithOIDC, out: ErrorOut, { consent, pages }: Parts): void {
  if (ctx.path !== routes.authorization) {
    ctx.body = out;
    return;
  }
  const problem = out.error_description ?? out.error;
  pages.set(ctx.req, consent.endingPage(ctx.req) ?? badRequestPage(ctx.status, problem));
  ctx.respond = false;
}
