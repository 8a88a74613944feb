import { createHash, randomBytes } from "node:crypto";
import * as oauth4webapi from "oauth4webapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Device } from "../../server/domains/access/devices/model.ts";
import type { OauthGrant } from "../../server/domains/access/oauth/model.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import {
  askLan,
  callerAt,
  invite,
  type LanAnswer,
  type LanService,
  phoneBrowser,
  startLanService,
  stepOf,
} from "../support/lan.ts";
import { finishOf } from "../support/sign-in.ts";

let service: LanService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startLanService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const devices = async (): Promise<Device[]> =>
  (await service.board.call<{ devices: Device[] }>("GET", "/devices")).body.devices;
const grants = async (): Promise<OauthGrant[]> =>
  (await service.call<{ oauth_grants: OauthGrant[] }>("GET", "/oauth_grants")).body.oauth_grants;
const tokensLeft = () =>
  data.sql
    .prepare("SELECT count(*) FROM oauth_artifacts WHERE model IN ('AccessToken', 'RefreshToken')")
    .pluck()
    .get();

const leadsTo = ({ headers }: LanAnswer): URL => new URL(headers.location ?? "/", service.origin);
const pathOf = ({ pathname, search }: URL): string => pathname + search;

/** Sends a code to the token endpoint as someone who has only seen it. */
const exchangeBlindly = (code: string): Promise<LanAnswer> =>
  askLan(service.origin, "/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "signalbox",
      code,
      redirect_uri: `${service.origin}/pair/callback`,
      code_verifier: "x".repeat(43),
    }).toString(),
  });

describe("pairing a browser", () => {
  test("uses our own authorization server with a code and PKCE, and keeps no token", async () => {
    const { code } = await invite(service, "relay_only");
    const phone = phoneBrowser(service.origin);
    const brought = await phone.bring(code, { name: "By the book" });
    const request = leadsTo(brought);
    expect(Object.fromEntries(request.searchParams)).toEqual({
      client_id: "signalbox",
      response_type: "code",
      redirect_uri: `${service.origin}/pair/callback`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [arrival] = brought.headers["set-cookie"]?.filter((line) => line.includes("_pairing=")) ?? [];
    expect(arrival).toMatch(/HttpOnly; Secure; SameSite=Strict/);
    const approved = await phone.ask(pathOf(request));
    const back = leadsTo(approved);
    expect([approved.status, back.origin + back.pathname]).toEqual([302, `${service.origin}/pair/callback`]);
    expect(back.searchParams.get("state")).toBe(request.searchParams.get("state"));
    expect(back.searchParams.get("iss")).toBe(service.origin);
    expect(await devices()).toEqual([]);
    const done = await phone.ask(pathOf(back));
    expect([done.status, finishOf(done.body)?.returnTo]).toEqual([200, "/"]);
    expect(done.headers["set-cookie"]?.join("\n")).toMatch(
      /_device=[\w-]{43};.*HttpOnly; Secure; SameSite=Lax/,
    );
    const [device] = await devices();
    expect(device).toMatchObject({ name: "By the book", privilege: "relay_only" });
    expect(tokensLeft()).toBe(0);
    expect([...phone.jar.keys()].some((name) => name.endsWith("_pairing"))).toBe(false);
    await service.board.call("DELETE", "/devices");
  });

  test("fails at every step for a browser that did not enter the code", async () => {
    const { code } = await invite(service);
    const [phone, thief] = [phoneBrowser(service.origin), phoneBrowser(service.origin)];
    const request = pathOf(leadsTo(await phone.bring(code)));
    const stolen = await thief.ask(request);
    expect(leadsTo(stolen).pathname).toBe("/pair");
    const changed = await phone.ask(request.replace("pair%2Fcallback", "pair%2Felsewhere"));
    expect(leadsTo(changed).pathname).toBe("/pair");
    const back = pathOf(leadsTo(await phone.ask(request)));
    expect((await thief.ask(back)).status).toBe(403);
    expect(stepOf(await phone.ask(request), service.origin)).toBeNull();
    expect((await phone.ask(back)).status).toBe(200);
    expect((await phone.ask(back)).status).toBe(403);
    await service.board.call("DELETE", "/devices");
  });

  test("fails with another state, and the code of its answer is useless elsewhere", async () => {
    const { code } = await invite(service);
    const phone = phoneBrowser(service.origin);
    const back = leadsTo(await phone.ask(pathOf(leadsTo(await phone.bring(code)))));
    const exchanged = await exchangeBlindly(back.searchParams.get("code") ?? "");
    expect([exchanged.status, JSON.parse(exchanged.body)]).toMatchObject([400, { error: "invalid_grant" }]);
    back.searchParams.set("state", "y".repeat(43));
    expect((await phone.ask(pathOf(back))).status).toBe(403);
    expect(await devices()).toEqual([]);
    expect(tokensLeft()).toBe(0);
  });

  test("is not harmed if its code is seen later by someone without the verifier", async () => {
    const { code } = await invite(service);
    const phone = phoneBrowser(service.origin);
    const back = leadsTo(await phone.ask(pathOf(leadsTo(await phone.bring(code)))));
    await phone.follow(await phone.ask(pathOf(back)));
    expect((await exchangeBlindly(back.searchParams.get("code") ?? "")).status).toBe(400);
    const cookie = [...phone.jar].find(([name]) => name.endsWith("_device"))?.join("=") ?? "";
    expect((await callerAt(service.origin, cookie)("GET", "/counts")).status).toBe(200);
    await service.board.call("DELETE", "/devices");
  });

  test("returns to the address it started at, even if the service has another one outside", async () => {
    await using own = await startLanService({
      environment: { SERVICE_PROD_BASE_URL: "https://board.example" },
    });
    const { code } = await invite(own);
    const phone = phoneBrowser(own.origin);
    const done = await phone.follow(await phone.bring(code));
    expect([done.status, finishOf(done.body)?.returnTo]).toEqual([200, "/"]);
  });
});

/** oauth4webapi sends its requests to the network listener, whose certificate the test does not verify. */
const insecure = {
  [oauth4webapi.customFetch]: async (
    address: string,
    init: { method: string; headers: object; body?: unknown },
  ) => {
    const { pathname, search } = new URL(address);
    const answer = await askLan(service.origin, pathname + search, {
      method: init.method,
      headers: { ...(init.headers as Record<string, string>) },
      ...(init.body instanceof URLSearchParams && { body: init.body.toString() }),
    });
    const type = answer.headers["content-type"] ?? "";
    return new Response(answer.body, { status: answer.status, headers: { "content-type": type } });
  },
};

test("oauth4webapi, as the app of a phone, connects with the owner's code", async () => {
  const issuer = new URL(service.origin);
  const server = await oauth4webapi.processDiscoveryResponse(
    issuer,
    await oauth4webapi.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure }),
  );
  const app: oauth4webapi.Client = { client_id: "signalbox" };
  const back = "http://127.0.0.1/oauth/callback";
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const asked = new URL(server.authorization_endpoint ?? "");
  const params = { client_id: "signalbox", response_type: "code", redirect_uri: back, state: "s" };
  for (const [name, value] of Object.entries(params)) asked.searchParams.set(name, value);
  asked.searchParams.set("code_challenge", challenge);
  asked.searchParams.set("code_challenge_method", "S256");

  const phone = phoneBrowser(service.origin);
  const toPair = leadsTo(await phone.ask(pathOf(asked)));
  expect([toPair.pathname, toPair.searchParams.get("return_to")]).toEqual(["/pair", pathOf(asked)]);
  expect((await phone.ask(pathOf(toPair))).body).toContain(back);
  const { code } = await invite(service);
  const answer = await phone.follow(await phone.bring(code, { name: "The app", path: pathOf(toPair) }));
  const returned = new URL(answer.headers.location ?? "");
  expect(returned.origin + returned.pathname).toBe(back);
  const checked = oauth4webapi.validateAuthResponse(server, app, returned, "s");
  const tokens = await oauth4webapi.processAuthorizationCodeResponse(
    server,
    app,
    await oauth4webapi.authorizationCodeGrantRequest(
      server,
      app,
      oauth4webapi.None(),
      checked,
      back,
      verifier,
      insecure,
    ),
  );
  const grant = (await grants()).find(({ client_label }) => client_label === "The app");
  expect(grant).toMatchObject({ first_party: true, privilege: "act_as_human", status: "active" });
  expect(await devices()).toEqual([]);

  const rotate = (token: string) =>
    oauth4webapi.refreshTokenGrantRequest(server, app, oauth4webapi.None(), token, insecure);
  const first = tokens.refresh_token ?? "";
  const next = await oauth4webapi.processRefreshTokenResponse(server, app, await rotate(first));
  expect(next.refresh_token).not.toBe(first);
  expect((await rotate(first)).status).toBe(400);
  const statusWith = async (token: string) =>
    (await askLan(service.origin, "/api/v1/me", { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusWith(next.access_token)).toBe(200);
  await service.board.call("DELETE", `/oauth_grants/${grant?.id}`);
  expect(await statusWith(next.access_token)).toBe(401);
  expect((await rotate(next.refresh_token ?? "")).status).toBe(400);
});

test("the code works for our own client only", async () => {
  const phone = phoneBrowser(service.origin);
  const request =
    "/oauth/authorize?client_id=c1&response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%2Fback";
  expect((await phone.ask(request)).headers.location).toBe("/pair");
  const { code } = await invite(service);
  const brought = await phone.bring(code, { path: `/pair?return_to=${encodeURIComponent(request)}` });
  expect(leadsTo(brought).searchParams.get("client_id")).toBe("signalbox");
});
