import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Configuration, Provider } from "oidc-provider";
import { z } from "zod";

/** The person who signs in at the provider next, with their claims. */
export interface Subject {
  sub: string;
  email: string;
  email_verified: boolean;
  hd?: string;
  name: string;
}

export const alice: Subject = {
  sub: "1001",
  email: "alice@corp.test",
  email_verified: true,
  hd: "corp.test",
  name: "Alice Adams",
};

export interface TestIdentityProvider extends AsyncDisposable {
  issuer: string;
  /** Signs this person in without asking. */
  subject: Subject;
  /** The settings of a service that uses this provider. */
  environment: Record<string, string>;
}

const interaction = z.object({
  prompt: z.object({ name: z.string() }),
  params: z.object({ client_id: z.string() }),
  session: z.object({ accountId: z.string() }).optional(),
});

/** A real OpenID provider on loopback that signs in its subject at once, like Google after its own pages. */
export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  const { Provider } = await import("oidc-provider");
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const idp = {
    issuer,
    subject: alice,
    environment: {
      SERVICE_WEB_AUTH_ISSUER: issuer,
      SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID: "signalbox",
      SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET: "a-client-secret-of-a-test",
      SERVICE_WEB_AUTH_ALLOWED_DOMAINS: "corp.test, Other.test",
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const provider = new Provider(
    issuer,
    configuration(() => idp.subject),
  );
  const callback = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith("/interaction/")) await signIn(provider, idp.subject, { request, response });
    else await callback(request, response);
  }
  return idp;
}

const configuration = (subject: () => Subject): Configuration => ({
  clients: [
    {
      client_id: "signalbox",
      client_secret: "a-client-secret-of-a-test",
      // Any port of this machine, because the service under test uses a free one.
      application_type: "native",
      redirect_uris: ["http://127.0.0.1/sign-in/callback"],
      token_endpoint_auth_method: "client_secret_post",
    },
  ],
  claims: { openid: ["sub"], email: ["email", "email_verified", "hd"], profile: ["name"] },
  conformIdTokenClaims: false,
  ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  cookies: { keys: ["of a test"] },
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...subject(), sub: accountId }) }),
});

async function signIn(
  provider: Provider,
  subject: Subject,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { prompt, params, session } = interaction.parse(await provider.interactionDetails(request, response));
  if (prompt.name === "login")
    return provider.interactionFinished(request, response, { login: { accountId: subject.sub } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: params.client_id });
  grant.addOIDCScope("openid email profile");
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
}
