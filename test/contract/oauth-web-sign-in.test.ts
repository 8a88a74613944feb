import { afterAll, beforeAll, expect, test } from "vitest";
import type { OauthGrant } from "../../server/domains/access/oauth/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { alice, startIdentityProvider, type TestIdentityProvider } from "../support/identity-provider.ts";
import { authorizeUrl, exchange, loopbackCallback, refresh, registerClient } from "../support/oauth.ts";
import { visitor } from "../support/sign-in.ts";
import { proves } from "./proves.ts";

let idp: TestIdentityProvider;
let service: BoardService;

beforeAll(async () => {
  idp = await startIdentityProvider();
  idp.subject = alice;
  const environment = { ...idp.environment, SERVICE_WEB_AUTH_SECOND_FACTOR: "off" };
  service = await startBoardService({ environment });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await idp[Symbol.asyncDispose]();
});

const isBack = ({ href }: URL): boolean => href.startsWith(loopbackCallback);

proves("E167", "E168")(
  "with web sign-in on, the person signs in first and then lets the client in",
  async () => {
    const clientId = await registerClient(service);
    const { url, verifier } = authorizeUrl(service, clientId);
    const browser = visitor(service.url);
    const signIn = await browser.open(url.href);
    expect(signIn.url.pathname).toBe("/sign-in");
    const question = await browser.send(signIn);
    expect(question.url.href).toBe(url.href);
    expect(question.text).toContain(alice.email);
    const back = await browser.send(question, { decision: "approve", privilege: "act_as_human" }, isBack);
    const code = back.url.searchParams.get("code") ?? "";
    const { body, status } = await exchange(service, { clientId, code, verifier });
    expect(status).toBe(200);
    const grants = await service.call<{ oauth_grants: OauthGrant[] }>("GET", "/oauth_grants");
    expect(grants.body.oauth_grants[0]).toMatchObject({ user_email: alice.email, acts_as_you: true });

    using data = openServiceDatabase(service);
    data.sql
      .prepare(
        "UPDATE oauth_artifacts SET payload = json_set(payload, '$.accountId', ?) WHERE grant_key IS NOT NULL OR model = 'Grant'",
      )
      .run("alice@elsewhere.test");
    expect(await refresh(service, clientId, String(body["refresh_token"]))).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  },
);

test("with web sign-in on, people who are not signed in cannot submit the form or be sent to a client", async () => {
  const clientId = await registerClient(service);
  const { url } = authorizeUrl(service, clientId, { prompt: "none", response_type: "token" });
  const asked = await fetch(url, { redirect: "manual", headers: { accept: "text/html" } });
  expect(asked.status).toBe(303);
  expect(asked.headers.get("location")).toBe(
    `/sign-in?return_to=${encodeURIComponent(url.pathname + url.search)}`,
  );
  const sent = await fetch(`${service.url}/oauth/authorize`, {
    method: "POST",
    body: new URLSearchParams({ ...Object.fromEntries(url.searchParams), decision: "approve" }),
    redirect: "manual",
  });
  expect([sent.status, sent.headers.get("location")]).toEqual([401, null]);
  expect(await sent.text()).toContain("Sign in first");
});
