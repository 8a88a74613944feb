import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { everythingIn } from "../support/everything-in.ts";
import {
  authorizeUrl,
  connectApp,
  connectClient,
  consent,
  exchange,
  formBrowser,
  post,
  refresh,
  registerClient,
} from "../support/oauth.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { proves } from "./proves.ts";

let service: TestService;
let data: ServiceDatabase;
let clientId: string;

beforeAll(async () => {
  service = await startTestService();
  data = openServiceDatabase(service);
  clientId = await registerClient(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const bearer = (token: string) => ({ key: null, headers: { authorization: `Bearer ${token}` } });

/** Whether the app's token is still accepted. */
const isAccepted = async (token: string): Promise<boolean> =>
  (await service.call("GET", "/oauth_grants", undefined, bearer(token))).status === 200;

const app = () => connectApp(service, "relay_only");
const reasons = () => data.sql.prepare("SELECT revocation_reason FROM oauth_grants ORDER BY id DESC").pluck();

describe("POST /oauth/token", () => {
  proves("E169")("exchanges a code for an access token valid for an hour and a refresh token", async () => {
    const { url, verifier } = authorizeUrl(service, clientId);
    const code = (await consent(formBrowser(service), url)).searchParams.get("code") ?? "";
    const { status, body, headers } = await exchange(service, { clientId, code, verifier });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3_600,
      scope: "mcp",
    });
  });

  test.each([
    ["a wrong verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_grant"],
    ["another redirect", { redirect_uri: "http://127.0.0.1:1/callback" }, "invalid_grant"],
    ["an unknown code", { code: "unknown" }, "invalid_grant"],
    ["another resource", { resource: "https://elsewhere.example/mcp" }, "invalid_target"],
    ["an unknown client", { client_id: "nobody" }, "invalid_client"],
    ["an unknown grant type", { grant_type: "password" }, "unsupported_grant_type"],
  ])("refuses a code with %s", async (_what, changes: Record<string, string>, error) => {
    const { url, verifier } = authorizeUrl(service, clientId);
    const code = (await consent(formBrowser(service), url)).searchParams.get("code") ?? "";
    const { status, body } = await exchange(service, { clientId, code, verifier }, changes);
    expect([400, 401]).toContain(status);
    expect(body).toMatchObject({ error });
  });

  test("refuses a code that is a minute old", async () => {
    const { url, verifier } = authorizeUrl(service, clientId);
    const code = (await consent(formBrowser(service), url)).searchParams.get("code") ?? "";
    const row = data.sql.prepare(
      "SELECT key, payload FROM oauth_artifacts WHERE model = 'AuthorizationCode'",
    );
    const all = row.all() as { key: string; payload: string }[];
    for (const { key, payload } of all) {
      const { exp, ...rest } = JSON.parse(payload) as { exp: number };
      expect(exp * 1_000 - Date.now()).toBeLessThanOrEqual(60_000);
      data.sql
        .prepare("UPDATE oauth_artifacts SET payload = ? WHERE key = ?")
        .run(JSON.stringify({ ...rest, exp: exp - 61 }), key);
    }
    expect((await exchange(service, { clientId, code, verifier })).body).toMatchObject({
      error: "invalid_grant",
    });
  });

  test("accepts a code once, and ends the connection if it is sent again", async () => {
    const { code, verifier, tokens } = await app();
    expect(await isAccepted(tokens.access_token)).toBe(true);
    const again = await exchange(
      service,
      { clientId: "signalbox", code, verifier },
      { redirect_uri: "http://127.0.0.1:38912/oauth/callback" },
    );
    expect(again).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect(await isAccepted(tokens.access_token)).toBe(false);
    expect((await refresh(service, "signalbox", tokens.refresh_token)).status).toBe(400);
    expect(reasons().get()).toBe("A used code or token was sent again");
  });

  test("accepts a code once, however many requests send it at the same time", async () => {
    const { url, verifier } = authorizeUrl(service, clientId);
    const code = (await consent(formBrowser(service), url)).searchParams.get("code") ?? "";
    const all = await Promise.all(
      Array.from({ length: 5 }, () => exchange(service, { clientId, code, verifier })),
    );
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(new Set(all.map(({ status }) => status)).has(500)).toBe(false);
  });

  test("issues a new refresh token each time; for a minute, the used one is refused without consequences", async () => {
    const { tokens } = await app();
    const next = await refresh(service, "signalbox", tokens.refresh_token);
    expect(next).toMatchObject({ status: 200, body: { scope: "mcp", refresh_token: expect.any(String) } });
    expect(next.body["refresh_token"]).not.toBe(tokens.refresh_token);
    expect(await refresh(service, "signalbox", tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await isAccepted(String(next.body["access_token"]))).toBe(true);
    expect((await refresh(service, "signalbox", String(next.body["refresh_token"]))).status).toBe(200);
  });

  test("ends the whole connection if a used refresh token is sent again later, because one was stolen", async () => {
    const { tokens } = await app();
    const next = await refresh(service, "signalbox", tokens.refresh_token);
    data.sql.exec(
      "UPDATE oauth_artifacts SET consumed_at = consumed_at - 60000 WHERE consumed_at IS NOT NULL",
    );
    expect((await refresh(service, "signalbox", tokens.refresh_token)).status).toBe(400);
    for (const token of [tokens.access_token, String(next.body["access_token"])])
      expect(await isAccepted(token)).toBe(false);
    expect((await refresh(service, "signalbox", String(next.body["refresh_token"]))).status).toBe(400);
  });

  test("refuses a refresh token of another client", async () => {
    const { tokens } = await app();
    expect(await refresh(service, clientId, tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await isAccepted(tokens.access_token)).toBe(true);
  });

  test.each([
    ["JSON", "application/json", "{}"],
    ["nothing", "application/x-www-form-urlencoded", ""],
    ["percent signs", "application/x-www-form-urlencoded", "%=%&grant_type=%ff&client_id=%00"],
    [
      "everything twice",
      "application/x-www-form-urlencoded",
      "grant_type=refresh_token&grant_type=x&client_id=signalbox&refresh_token=a&refresh_token=b",
    ],
    ["a form that is too long", "application/x-www-form-urlencoded", `refresh_token=${"x".repeat(70_000)}`],
  ])("answers %s with a client error in the form of RFC 6749", async (_what, type, body) => {
    const response = await fetch(`${service.url}/oauth/token`, {
      method: "POST",
      body,
      headers: { "content-type": type, accept: "text/html" },
    });
    expect([400, 401]).toContain(response.status);
    expect(await response.json()).toMatchObject({ error: expect.any(String) });
  });
});

describe("POST /oauth/revoke", () => {
  proves("E170", "R128")("ends the connection of a token, even if it only relays", async () => {
    for (const kind of ["access_token", "refresh_token"] as const) {
      const { tokens } = await app();
      const form = new URLSearchParams({ token: tokens[kind], client_id: "signalbox" });
      expect((await post(service, "/oauth/revoke", form)).status).toBe(200);
      expect(await isAccepted(tokens.access_token)).toBe(false);
      expect((await refresh(service, "signalbox", tokens.refresh_token)).status).toBe(400);
      expect(reasons().get()).toBe("Revoked by the client");
    }
  });

  proves("E170")("answers 200 to everything else too, and keeps the tokens of other clients", async () => {
    const { tokens } = await app();
    const forms = [
      "token=unknown",
      "",
      "%",
      `token=${tokens.access_token}&client_id=${clientId}`,
      "token=a&token=b",
    ];
    for (const body of forms) {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const { status } = await fetch(`${service.url}/oauth/revoke`, { method: "POST", body, headers });
      expect(status, body).toBe(200);
    }
    const json = await post(service, "/oauth/revoke", { token: tokens.access_token });
    const long = await post(service, "/oauth/revoke", new URLSearchParams({ token: "x".repeat(200_000) }));
    expect([json.status, long.status]).toEqual([200, 200]);
    expect(await isAccepted(tokens.access_token)).toBe(true);
  });
});

test("the data folder contains tokens and codes only as digests", async () => {
  const { tokens, code } = await connectClient(service, { clientId });
  const next = await refresh(service, clientId, tokens.refresh_token);
  const secrets = [code, tokens.access_token, tokens.refresh_token, String(next.body["refresh_token"])];
  const folder = join(service.folder, "data");
  const files = (await everythingIn(folder)).filter((entry) => entry.isFile());
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["signalbox.db", "signalbox.db-wal"]));
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    for (const secret of secrets) expect(bytes.includes(secret), name).toBe(false);
  }
});

test("a token from before a restart stays valid", async () => {
  await using first = await startTestService();
  const { tokens } = await connectApp(first, "act_as_human");
  const folder = join(first.folder, "second");
  await first.service.close();
  await using second = await startTestService({
    folder,
    environment: { SERVICE_DATA_DIR: join(first.folder, "data") },
  });
  expect((await second.call("GET", "/oauth_grants", undefined, bearer(tokens.access_token))).status).toBe(
    200,
  );
  const keys = await fetch(`${second.url}/oauth/jwks`);
  expect(await keys.json()).toMatchObject({ keys: [{ kty: "EC" }] });
  expect((await refresh(second, "signalbox", tokens.refresh_token)).status).toBe(200);
});
