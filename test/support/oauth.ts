import { createHash, randomBytes } from "node:crypto";
import { pageTicketParameter } from "../../server/domains/access/page-keys/model.ts";
import { pageTicket, signInBrowser } from "./board.ts";
import type { TestPageKey } from "./page-signer.ts";
import { serviceAt, type TestService } from "./service.ts";

export type Privilege = "act_as_human" | "relay_only";

export interface Tokens {
  access_token: string;
  refresh_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

/** Where a suite listens: outside of the range from which systems assign ports, so that it is free. */
export const loopbackCallback = "http://127.0.0.1:28911/callback";

/**
 * A browser that keeps cookies and sends the origin of forms. It runs no scripts: it is signed in to the board, and adds the
 * page ticket that the page before a consent page would add.
 */
export function formBrowser(
  service: Pick<TestService, "url">,
  { signedIn = true }: { signedIn?: boolean } = {},
) {
  const jar = new Map<string, string>();
  let pageKey: TestPageKey | null = null;

  async function signIn(): Promise<void> {
    const link = signedIn ? serviceAt(service.url)?.launchLink() : undefined;
    if (pageKey !== null || link === undefined || !link.includes("#code=")) return;
    const browser = await signInBrowser(service.url, link);
    const [name = "", value = ""] = browser.cookie.split("=");
    jar.set(name, value);
    pageKey = browser.pageKey;
  }

  async function open(address: string | URL): Promise<Response> {
    await signIn();
    const url = new URL(address);
    if (pageKey === null || url.pathname !== "/oauth/authorize") return send(url);
    const ticket = await pageTicket(url.origin, url.pathname + url.search, {
      cookie: cookies(),
      ...pageKey.header,
    });
    return send(`${url}${url.search === "" ? "?" : "&"}${pageTicketParameter}=${ticket}`);
  }

  const cookies = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

  async function send(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = cookies();
    const headers = { accept: "text/html", ...(cookie !== "" && { cookie }), ...(init.headers as object) };
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    return response;
  }

  /** Submits the only form of a page, with these fields. */
  function submitUnconfirmed(page: string, filled: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams([...hiddenFields(page), ...Object.entries(filled)]);
    const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1] ?? "";
    const headers = { origin: service.url, "sec-fetch-site": "same-origin" };
    return send(new URL(action, service.url), { method: "POST", body, headers });
  }

  return {
    jar,
    open,
    submitUnconfirmed,
    /** The same. A person confirms at once what has to be confirmed outside the page. */
    async submit(page: string, filled: Record<string, string>): Promise<Response> {
      const answer = await submitUnconfirmed(page, filled);
      if (answer.status !== 409) return answer;
      const question = await answer.clone().text();
      const id = confirmationOn(question);
      if (id === undefined) return answer;
      serviceAt(service.url)?.settleConfirmation(id, "confirmed");
      return submitUnconfirmed(question, { decision: "approve" });
    },
  };
}

/** The id of the confirmation that a page asks for. */
export const confirmationOn = (page: string): string | undefined =>
  hiddenFields(page).find(([name]) => name === "confirmation")?.[1];

export type FormBrowser = ReturnType<typeof formBrowser>;

const hiddenFields = (page: string): [string, string][] =>
  [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
    name ?? "",
    unescaped(value ?? ""),
  ]);

const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** Sends a request to a path below /oauth, like a program. */
export async function post(
  service: Pick<TestService, "url">,
  path: string,
  body: Record<string, unknown> | URLSearchParams,
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const form = body instanceof URLSearchParams;
  const response = await fetch(service.url + path, {
    method: "POST",
    body: form ? body : JSON.stringify(body),
    ...(!form && { headers: { "content-type": "application/json" } }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

/** The id of a client that registered itself. */
export async function registerClient(
  service: Pick<TestService, "url">,
  metadata: Record<string, unknown> = {},
): Promise<string> {
  const { body, status } = await post(service, "/oauth/register", {
    client_name: "A client",
    redirect_uris: [loopbackCallback],
    token_endpoint_auth_method: "none",
    ...metadata,
  });
  if (status !== 201) throw new Error(`Not registered: ${JSON.stringify(body)}`);
  return String(body["client_id"]);
}

/** A URL of the authorization endpoint as a correct client builds it; `changes` modify it. */
export function authorizeUrl(
  service: Pick<TestService, "url">,
  clientId: string,
  changes: Record<string, string | null> = {},
): { url: URL; verifier: string } {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL("/oauth/authorize", service.url);
  const params: Record<string, string | null> = {
    client_id: clientId,
    response_type: "code",
    redirect_uri: loopbackCallback,
    state: "the state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${service.url}/mcp`,
    ...changes,
  };
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return { url, verifier };
}

/** Opens the URL, answers the question and returns where the browser is redirected. */
export async function consent(
  browser: FormBrowser,
  url: URL,
  answer: { decision?: "approve" | "deny"; privilege?: Privilege; label?: string } = {},
): Promise<URL> {
  const page = await browser.open(url);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`No question: ${page.status} ${html}`);
  const sent = await browser.submit(html, { decision: "approve", privilege: "relay_only", ...answer });
  const location = sent.headers.get("location");
  if (location === null) throw new Error(`Not sent back: ${sent.status} ${await sent.text()}`);
  return new URL(location);
}

export const exchange = (
  service: Pick<TestService, "url">,
  of: { clientId: string; code: string; verifier: string },
  changes: Record<string, string> = {},
) =>
  post(
    service,
    "/oauth/token",
    new URLSearchParams({
      grant_type: "authorization_code",
      client_id: of.clientId,
      code: of.code,
      code_verifier: of.verifier,
      redirect_uri: loopbackCallback,
      ...changes,
    }),
  );

export const refresh = (service: Pick<TestService, "url">, clientId: string, token: string) =>
  post(
    service,
    "/oauth/token",
    new URLSearchParams({ grant_type: "refresh_token", client_id: clientId, refresh_token: token }),
  );

/** A connection, from registration to tokens; the person at this machine approves it. */
export async function connectClient(
  service: Pick<TestService, "url">,
  of: { clientId?: string; privilege?: Privilege; label?: string; redirectUri?: string } = {},
): Promise<{ clientId: string; tokens: Tokens; code: string; verifier: string }> {
  const clientId = of.clientId ?? (await registerClient(service));
  const redirectUri = of.redirectUri ?? loopbackCallback;
  const { url, verifier } = authorizeUrl(service, clientId, { redirect_uri: redirectUri });
  const { privilege = "relay_only", label = "" } = of;
  const back = await consent(formBrowser(service), url, { privilege, label });
  const code = back.searchParams.get("code") ?? "";
  const { body, status } = await exchange(
    service,
    { clientId, code, verifier },
    { redirect_uri: redirectUri },
  );
  if (status !== 200) throw new Error(`No tokens: ${JSON.stringify(body)}`);
  return { clientId, tokens: body as unknown as Tokens, code, verifier };
}

/** The service's own app, as used by a phone or a script on this machine. */
export const connectApp = (service: Pick<TestService, "url">, privilege: Privilege) =>
  connectClient(service, {
    clientId: "signalbox",
    privilege,
    redirectUri: "http://127.0.0.1:38912/oauth/callback",
  });
