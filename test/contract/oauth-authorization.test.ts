import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServiceDatabase } from "../support/database-dump.ts";
import {
  authorizeUrl,
  consent,
  exchange,
  formBrowser,
  loopbackCallback,
  post,
  registerClient,
} from "../support/oauth.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { proves } from "./proves.ts";

let service: TestService;
let clientId: string;

beforeAll(async () => {
  service = await startTestService();
  clientId = await registerClient(service, { client_name: "Night <b>train</b>" });
});
afterAll(() => service[Symbol.asyncDispose]());

const document = async (path: string): Promise<Record<string, unknown>> =>
  (await fetch(`${service.url}/.well-known/${path}`)).json() as Promise<Record<string, unknown>>;

describe("the metadata documents", () => {
  proves("E162", "E163")(
    "describe /mcp and the server that issues its tokens, at both addresses",
    async () => {
      const said = await document("oauth-protected-resource");
      expect(said).toMatchObject({
        resource: `${service.url}/mcp`,
        authorization_servers: [service.url],
        scopes_supported: ["mcp"],
      });
      expect(await document("oauth-protected-resource/mcp")).toEqual(said);
    },
  );

  proves("E164", "E165")("list the endpoints of the authorization server, at both addresses", async () => {
    const said = await document("oauth-authorization-server");
    expect(said).toMatchObject({
      issuer: service.url,
      authorization_endpoint: `${service.url}/oauth/authorize`,
      token_endpoint: `${service.url}/oauth/token`,
      registration_endpoint: `${service.url}/oauth/register`,
      revocation_endpoint: `${service.url}/oauth/revoke`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
    });
    expect(await document("oauth-authorization-server/mcp")).toEqual(said);
  });

  test("use the configured host name, or else the one in the request", async () => {
    const byName = service.url.replace("127.0.0.1", "localhost");
    const found = await fetch(`${byName}/.well-known/oauth-protected-resource/mcp`);
    expect(await found.json()).toMatchObject({ resource: `${byName}/mcp`, authorization_servers: [byName] });
    await using configured = await startTestService({
      environment: { SERVICE_PROD_BASE_URL: "https://board.example/" },
    });
    const said = await fetch(`${configured.url}/.well-known/oauth-authorization-server`);
    expect(await said.json()).toMatchObject({
      issuer: "https://board.example",
      token_endpoint: "https://board.example/oauth/token",
    });
  });

  test("and the endpoints for programs can be read by pages of any origin, the consent page by none", async () => {
    const origin = "https://page.example";
    const preflight = await fetch(`${service.url}/oauth/token`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.has("access-control-allow-credentials")).toBe(false);
    const refused = await fetch(`${service.url}/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", client_id: clientId, refresh_token: "x" }),
      headers: { origin },
    });
    expect(refused.status).toBe(400);
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    const page = await fetch(authorizeUrl(service, clientId).url, { headers: { origin } });
    expect([page.status, page.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });
});

describe("registration", () => {
  /** An address may register twenty times an hour, and the refused ones count. */
  let fresh: TestService;
  beforeAll(async () => {
    fresh = await startTestService();
  });
  afterAll(() => fresh[Symbol.asyncDispose]());

  proves("E166")("accepts public clients and narrows what they ask for", async () => {
    const { status, body, headers } = await post(service, "/oauth/register", {
      client_name: "Editor",
      redirect_uris: ["https://editor.example/back", "http://localhost/back"],
      grant_types: ["authorization_code", "implicit", "client_credentials"],
      scope: "everything offline_access",
    });
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({
      client_id: expect.any(String),
      client_name: "Editor",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      application_type: "native",
    });
    for (const secret of ["client_secret", "registration_access_token", "scope"])
      expect(body).not.toHaveProperty(secret);
  });

  test.each([
    ["a custom scheme", { redirect_uris: ["cursor://back"] }, "invalid_redirect_uri"],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["plain http elsewhere", { redirect_uris: ["http://editor.example/back"] }, "invalid_redirect_uri"],
    ["a fragment", { redirect_uris: ["https://editor.example/#x"] }, "invalid_redirect_uri"],
    ["a user name", { redirect_uris: ["https://me@editor.example/"] }, "invalid_redirect_uri"],
    ["a malformed address", { redirect_uris: ["somewhere"] }, "invalid_redirect_uri"],
    ["no addresses", {}, "invalid_redirect_uri"],
    ["addresses that are not a list", { redirect_uris: "https://editor.example/" }, "invalid_redirect_uri"],
    [
      "a secret",
      { redirect_uris: [loopbackCallback], token_endpoint_auth_method: "client_secret_basic" },
      "invalid_client_metadata",
    ],
    [
      "a name that is not text",
      { redirect_uris: [loopbackCallback], client_name: 7 },
      "invalid_client_metadata",
    ],
  ])("refuses a client with %s", async (_what, metadata, error) => {
    expect(await post(fresh, "/oauth/register", metadata)).toMatchObject({
      status: 400,
      body: { error, error_description: expect.any(String) },
    });
  });

  test.each([
    ["nothing", ""],
    ["half an object", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["an empty object", "{}"],
    ["an address that is null", '{"redirect_uris":[null]}'],
    ["a body that is too large", `{"x":"${"y".repeat(70_000)}"}`],
  ])("answers %s with a client error", async (_what, body) => {
    const response = await fetch(`${fresh.url}/oauth/register`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", accept: "text/html" },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^invalid_/) });
  });

  test("accepts twenty clients an hour from one address", async () => {
    await using busy = await startTestService();
    for (let count = 0; count < 20; count++) await registerClient(busy);
    const { status, body, headers } = await post(busy, "/oauth/register", {
      redirect_uris: [loopbackCallback],
    });
    expect(status).toBe(429);
    expect(body).toMatchObject({ error: "temporarily_unavailable", error_description: expect.any(String) });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(3_000);
  });

  test("accepts a hundred of all origins together, which a program can choose, and then those of programs still", async () => {
    await using busy = await startTestService();
    const register = (origin: string | null): Promise<Response> =>
      fetch(`${busy.url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(origin !== null && { origin }) },
        body: JSON.stringify({ redirect_uris: [loopbackCallback] }),
      });
    const answers: number[] = [];
    for (let count = 0; count < 110; count++)
      answers.push((await register(`https://page-${count}.example`)).status);
    expect(answers).toEqual([...Array(100).fill(201), ...Array(10).fill(429)]);
    expect((await register("http://localhost:6274")).status).toBe(201);
    expect((await register(null)).status).toBe(201);
  });

  test("counts the registrations of a web page apart from those of programs on this machine", async () => {
    await using busy = await startTestService();
    const register = (origin: string): Promise<Response> =>
      fetch(`${busy.url}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json", origin },
        body: JSON.stringify({ redirect_uris: [loopbackCallback] }),
      });
    for (let count = 0; count < 20; count++)
      expect((await register("https://page.example")).status).toBe(201);
    expect((await register("https://page.example")).status).toBe(429);
    expect((await register("https://other.example")).status).toBe(201);
    await registerClient(busy);
  });
});

describe("the consent page", () => {
  proves("E167")(
    "shows the client, that it is unverified, where the answer goes and which person is asked",
    async () => {
      const browser = formBrowser(service);
      const page = await browser.open(authorizeUrl(service, clientId).url);
      const html = await page.text();
      expect(page.status).toBe(200);
      for (const text of [
        "Night &lt;b&gt;train&lt;/b&gt;",
        "its name is not verified",
        "127.0.0.1:28911",
        "to a program on the computer that runs this browser",
        "@localhost)",
      ])
        expect(html).toContain(text);
      expect(html).not.toContain("<b>train");
      expect(html).toMatch(/value="relay_only" checked/);
      const policy = page.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self' http://127.0.0.1:28911");
      expect(html).not.toContain("<script");
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect([...browser.jar.keys()]).toEqual([expect.stringMatching(/^signalbox_.*_browser$/)]);
    },
  );

  test.each(["Signalbox", "The S\u0456gnalbox app"])(
    "warns of a client that calls itself %s",
    async (client_name) => {
      const warning = "This client calls itself Signalbox, but it is not a part of Signalbox.";
      const posing = await registerClient(service, { client_name });
      const page = await formBrowser(service).open(authorizeUrl(service, posing).url);
      expect(await page.text()).toContain(warning);
      const other = await formBrowser(service).open(authorizeUrl(service, clientId).url);
      expect(await other.text()).not.toContain(warning);
    },
  );

  proves("E168")("sends an approval back with code, state and issuer", async () => {
    const browser = formBrowser(service);
    const page = await browser.open(authorizeUrl(service, clientId).url);
    const sent = await browser.submit(await page.text(), { decision: "approve", privilege: "relay_only" });
    expect(sent.status).toBe(302);
    const back = new URL(sent.headers.get("location") ?? "");
    expect(back.origin + back.pathname).toBe(loopbackCallback);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      code: expect.any(String),
      state: "the state",
      iss: service.url,
    });
  });

  test("sends a denial back as an error, and grants nothing", async () => {
    using data = openServiceDatabase(service);
    const browser = formBrowser(service);
    await browser.open(authorizeUrl(service, clientId).url);
    const before = data.dump();
    const back = await consent(browser, authorizeUrl(service, clientId).url, { decision: "deny" });
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: "access_denied",
      state: "the state",
      iss: service.url,
    });
    expect(data.dump()).toBe(before);
  });

  test("is shown each time and cannot be skipped", async () => {
    const browser = formBrowser(service);
    await consent(browser, authorizeUrl(service, clientId).url);
    expect((await browser.open(authorizeUrl(service, clientId).url)).status).toBe(200);
    const silent = await browser.open(authorizeUrl(service, clientId, { prompt: "none" }).url);
    expect(new URL(silent.headers.get("location") ?? "").searchParams.get("error")).toBe("consent_required");
    const { url } = authorizeUrl(service, clientId, { decision: "approve", privilege: "act_as_human" });
    expect((await browser.open(url)).status).toBe(200);
  });

  test.each([
    ["without the board's cookie", async (page: string) => formBrowser(service).submit(page, approval)],
    [
      "made for another client",
      async (page: string, browser: ReturnType<typeof formBrowser>) => {
        const other = await registerClient(service);
        return browser.submit(page.replaceAll(clientId, other), approval);
      },
    ],
    [
      "whose redirect was changed",
      (page: string, browser: ReturnType<typeof formBrowser>) =>
        browser.submit(page.replace("28911/callback", "28912/callback"), approval),
    ],
    [
      "without its proof",
      (page: string, browser: ReturnType<typeof formBrowser>) =>
        browser.submit(page.replace(/<input type="hidden" name="proof"[^>]*>/, ""), approval),
    ],
  ])("refuses a form %s", async (_how, send) => {
    const browser = formBrowser(service);
    const page = await (await browser.open(authorizeUrl(service, clientId).url)).text();
    using data = openServiceDatabase(service);
    const grants = () => data.sql.prepare("SELECT COUNT(*) AS n FROM oauth_grants").get();
    const before = grants();
    const sent = await send(page, browser);
    expect([400, 401, 403]).toContain(sent.status);
    expect(sent.headers.get("location")).toBeNull();
    expect(grants()).toEqual(before);
  });

  test("refuses a form from another origin", async () => {
    const { status } = await fetch(`${service.url}/oauth/authorize`, {
      method: "POST",
      body: new URLSearchParams(approval),
      headers: { origin: "https://page.example" },
    });
    expect(status).toBe(403);
  });

  test("is shown on this machine only, not under an outside host name", async () => {
    const { pathname, search } = authorizeUrl(service, clientId).url;
    const { port } = new URL(service.url);
    const { status } = await rawRequest(service.url, [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      "X-Forwarded-For: 203.0.113.7",
    ]);
    expect(status).toBe(403);
  });
});

const approval = { decision: "approve", privilege: "act_as_human" };

describe("an authorization request", () => {
  test.each([
    ["without PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["with plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["for another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["for something that is not an address", { resource: "not an address" }, "invalid_target"],
    ["for a token at once", { response_type: "token" }, "unsupported_response_type"],
  ])("%s is redirected back with an error", async (_how, changes, error) => {
    const page = await formBrowser(service).open(authorizeUrl(service, clientId, changes).url);
    const back = new URL(page.headers.get("location") ?? "");
    expect(back.origin).toBe(new URL(loopbackCallback).origin);
    expect(`${back.search}${back.hash}`).toContain(`error=${error}`);
  });

  test.each([
    ["of an unknown client", { client_id: "nobody" }],
    ["of a client at a plain http address", { client_id: "http://pub.example/client.json" }],
    ["of a client that is published on this machine", { client_id: "https://127.0.0.1:9/client.json" }],
    ["without a client", { client_id: null }],
    ["to another path", { redirect_uri: "http://127.0.0.1:28911/elsewhere" }],
    ["to another host", { redirect_uri: "https://evil.example/callback" }],
    ["to nowhere", { redirect_uri: null, state: null }],
    ["with bytes that are not text", { client_id: "\u0000\ud800", redirect_uri: "\u0000" }],
  ])("%s gets an error page and no redirect", async (_how, changes) => {
    const page = await formBrowser(service).open(authorizeUrl(service, clientId, changes).url);
    expect(page.status).toBe(400);
    expect(page.headers.get("location")).toBeNull();
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(await page.text()).toContain("This cannot be approved");
  });

  test.each([
    ["another port of this machine", { redirect_uri: "http://127.0.0.1:40123/callback" }],
    ["a resource with a slash at the end", { resource: "/mcp/" }],
    ["a resource with a query", { resource: "/mcp?tool_groups=sessions" }],
    ["no resource", { resource: null }],
    [
      "unknown scopes and the parameters of OpenID Connect",
      { scope: "openid all", nonce: "x", max_age: "0" },
    ],
    ["prompt and offline access, as the SDK sends them", { scope: "mcp offline_access", prompt: "consent" }],
  ])("is accepted with %s", async (_what, changes: Record<string, string | null>) => {
    const { resource } = changes;
    const whole = resource?.startsWith("/") ? { resource: service.url + resource } : changes;
    const { url, verifier } = authorizeUrl(service, clientId, { ...changes, ...whole });
    const back = await consent(formBrowser(service), url);
    const { status, body } = await exchange(
      service,
      { clientId, code: back.searchParams.get("code") ?? "", verifier },
      { redirect_uri: url.searchParams.get("redirect_uri") ?? "" },
    );
    expect([status, body["scope"]]).toEqual([200, "mcp"]);
  });
});
