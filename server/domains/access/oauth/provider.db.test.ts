import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import express from "express";
import { generate } from "selfsigned";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import {
  authorizeUrl,
  consent,
  exchange,
  formBrowser,
  loopbackCallback,
  refresh,
  registerClient,
} from "../../../../test/support/oauth.ts";
import { authorizationServers, makeSigningKeys, oauthRouter, oauthService } from "./index.ts";
import { authorizationServer } from "./metadata.ts";
import { oauthStore } from "./store.ts";

const address = "https://pub.example/client.json";
const published = {
  client_id: address,
  client_name: "Night Editor",
  redirect_uris: [loopbackCallback],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token", "urn:x"],
  scope: "all of it",
};
const json = (body: unknown, init: ResponseInit = {}): Response => Response.json(body, init);

/** An authorization server on loopback, with a fake network. */
async function openServer(
  options: { fetch?: typeof globalThis.fetch; isAllowed?: (email: string) => boolean } = {},
) {
  const { database } = openTestDatabase();
  const clock = { now: Date.now };
  const oauth = oauthService({ database, clock, log: silentLog, audience: null });
  const servers = authorizationServers(
    {
      database,
      oauth,
      clock,
      log: silentLog,
      secret: "data folder secret",
      signingKeys: makeSigningKeys,
      isAllowed: options.isAllowed ?? (() => true),
      fetch: options.fetch ?? (() => Promise.reject(new Error("There is no network here"))),
    },
    ({ headers }) => `http://${headers.host}`,
  );
  const person = { email: "ada@example.org", name: "Ada" };
  const app = express();
  app.use(
    oauthRouter({
      servers,
      connections: oauth,
      approvers: { identify: () => ({ person }), require: () => ({ person }) },
    }),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(() => {
    server.close().closeAllConnections();
    database.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, servers, oauth, store: oauthStore(database), database };
}

const opened: (() => void)[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of opened.splice(0)) close();
});

describe("a published client", () => {
  it("is shown with its publisher and can be approved, even if it asks for unsupported features", async () => {
    const fetched = vi.fn<typeof fetch>(async () => json(published));
    const server = await openServer({ fetch: fetched });
    const { url, verifier } = authorizeUrl(server, address);
    const page = await formBrowser(server).open(url);
    expect(await page.text()).toMatch(/Let Night Editor use Signalbox\?[^]*Publisher<\/dt><dd>pub\.example</);
    const code = (await consent(formBrowser(server), url)).searchParams.get("code") ?? "";
    const { status, body } = await exchange(server, { clientId: address, code, verifier });
    expect(status).toBe(200);
    expect((await refresh(server, address, String(body["refresh_token"]))).status).toBe(200);
    expect(server.oauth.list({ kind: "board" })).toEqual([
      expect.objectContaining({
        client_id: address,
        client_name: "Night Editor",
        registration: "published",
        publisher_host: "pub.example",
      }),
    ]);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(fetched).toHaveBeenCalledWith(address, expect.objectContaining({ redirect: "manual" }));
  });

  it.each([
    ["another client's document", json({ ...published, client_id: "https://pub.example/other.json" })],
    ["a secret in it", json({ ...published, client_secret: "s" })],
    [
      "an authentication method that sends one",
      json({ ...published, token_endpoint_auth_method: "client_secret_post" }),
    ],
    ["a custom scheme as redirect address", json({ ...published, redirect_uris: ["editor://back"] })],
    ["more than five kilobytes", json({ ...published, client_name: "x".repeat(6_000) })],
    ["a body that is not JSON", new Response("<html>")],
    ["nothing there", json(published, { status: 404 })],
    ["a redirect", new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } })],
  ])("is refused on a page with %s", async (_what, answer) => {
    const server = await openServer({ fetch: () => Promise.resolve(answer) });
    const page = await formBrowser(server).open(authorizeUrl(server, address).url);
    expect(page.status).toBe(400);
    expect(page.headers.get("location")).toBeNull();
  });

  it("is not fetched without a signed-in person, unless it was approved before", async () => {
    const fetched = vi.fn<typeof fetch>(async () => json(published));
    const server = await openServer({ fetch: fetched });
    expect(await refresh(server, address, "x")).toMatchObject({ body: { error: "invalid_client" } });
    expect(fetched).not.toHaveBeenCalled();
  });

  it("is never fetched from this machine or its network", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const { cert, private: key } = await generate([{ name: "commonName", value: "127.0.0.1" }]);
    const reached = vi.fn<() => void>();
    const inside = createSecureServer({ cert, key }, (_request, response) => {
      reached();
      response.end("{}");
    });
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
    opened.push(() => inside.close().closeAllConnections());
    const document = `https://127.0.0.1:${(inside.address() as AddressInfo).port}/client.json`;
    const guarded = await openServer({ fetch: (input, init) => fetch(input, init) });
    expect((await formBrowser(guarded).open(authorizeUrl(guarded, document).url)).status).toBe(400);
    expect(reached).not.toHaveBeenCalled();
    const open = await openServer({
      fetch: (input, init) => fetch(input, { ...init, dispatcher: undefined } as never),
    });
    expect((await formBrowser(open).open(authorizeUrl(open, document).url)).status).toBe(400);
    expect(reached).toHaveBeenCalled();
  });
});

it("fetches nothing when a client registers", async () => {
  const fetched = vi.fn<typeof fetch>(async () => json([loopbackCallback]));
  const server = await openServer({ fetch: fetched });
  const sector = { sector_identifier_uri: "https://inside.example/list.json" };
  expect(await registerClient(server, { ...sector, jwks_uri: "https://inside.example/keys" })).not.toBe("");
  expect(fetched).not.toHaveBeenCalled();
});

it("publishes the same metadata as the provider", async () => {
  const { url, servers } = await openServer();
  const { provider } = await servers.at(url);
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(() => server.close().closeAllConnections());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = await (await fetch(`${address}/.well-known/oauth-authorization-server`)).text();
  const { scopes_supported: scopes, ...said } = authorizationServer(url);
  const { revocation_endpoint: _ours, revocation_endpoint_auth_methods_supported: _none, ...shared } = said;
  expect(JSON.parse(own.replaceAll(address, url))).toMatchObject({
    ...shared,
    scopes_supported: expect.arrayContaining(scopes),
  });
});

it("issues no tokens for a person who is no longer allowed", async () => {
  const allowed = new Set(["ada@example.org"]);
  const server = await openServer({
    fetch: () => Promise.resolve(json(published)),
    isAllowed: (email) => allowed.has(email),
  });
  const { url, verifier } = authorizeUrl(server, address);
  const code = (await consent(formBrowser(server), url)).searchParams.get("code") ?? "";
  const { body } = await exchange(server, { clientId: address, code, verifier });
  allowed.clear();
  expect(await refresh(server, address, String(body["refresh_token"]))).toMatchObject({
    status: 400,
    body: { error: "invalid_grant" },
  });
});

it("keeps only the servers of the most recent origins", async () => {
  const { servers } = await openServer();
  const first = await servers.at("http://127.0.0.1:1");
  expect(await servers.at("http://127.0.0.1:1")).toBe(first);
  for (let port = 2; port <= 9; port++) await servers.at(`http://127.0.0.1:${port}`);
  expect(await servers.at("http://127.0.0.1:1")).not.toBe(first);
});
