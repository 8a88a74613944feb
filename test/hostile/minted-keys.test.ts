import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiKey } from "../../server/domains/access/api-keys/model.ts";
import type { OauthGrant } from "../../server/domains/access/oauth/model.ts";
import { confirmationHeader } from "../../server/domains/owner/confirmations/model.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import {
  askLan,
  bringCode,
  deviceHeaders,
  type LanService,
  pairDevice,
  startLanService,
} from "../support/lan.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { connectApp, connectClient, type Privilege } from "../support/oauth.ts";
import { allOperations } from "../support/operations.ts";
import { type Managed, pluginCalls } from "../support/plugins.ts";

let service: LanService;

beforeAll(async () => {
  service = await startLanService();
});
afterAll(() => service[Symbol.asyncDispose]());

const { manage, offered, plugin } = pluginCalls(() => service);

const toolsOf = (key: string) =>
  openMcpClient({ url: service.url, key }, { query: "?tool_groups=external_apps" });

const connections = async (): Promise<OauthGrant[]> =>
  (await service.call<{ oauth_grants: OauthGrant[] }>("GET", "/oauth_grants")).body.oauth_grants;

/** A connection of another program. */
async function connected(privilege: Privilege) {
  const { clientId, tokens } = await connectClient(service, { privilege });
  const grant = (await connections()).find((one) => one.client_id === clientId);
  return { id: grant?.id ?? 0, token: tokens.access_token };
}

const apiKey = async (id: number): Promise<ApiKey | undefined> =>
  (await service.call<{ api_keys: ApiKey[] }>("GET", "/api_keys")).body.api_keys.find((key) => key.id === id);

const disconnect = (id: number) => service.board.call("DELETE", `/oauth_grants/${id}`);

/** Asks for a key, has a person confirm it, and asks again. */
async function mintConfirmed(token: string, id: number) {
  await using client = await toolsOf(token);
  const asked = await client.refuses("action_external_app", { action: "mint_key", id });
  const confirmation = /confirmation "(\w+)"/.exec(asked)?.[1] ?? "";
  service.service.settleConfirmation(confirmation, "confirmed");
  const { facts } = await client.says<Managed>("action_external_app", {
    action: "mint_key",
    id,
    confirmation,
  });
  return { asked, key: facts.key };
}

describe("a connection that only relays", () => {
  test("creates no key of an integration, and opens no trigger to keys that exist", async () => {
    const { app } = await plugin([]);
    const { token } = await connected("relay_only");
    await using client = await toolsOf(token);
    for (const wish of [
      { action: "mint_key", id: app.id },
      { action: "mint_key", id: app.id, confirmation: "anything" },
      { action: "update", id: app.id, trigger_ids: [] },
      { action: "update", id: app.id, enabled: true },
    ])
      expect(await client.refuses("action_external_app", wish)).toContain("only relays cannot create a key");
    const { keys } = (await manage("GET", `/${app.id}`)).body.external_app;
    expect(keys).toHaveLength(1);
  });

  test("revokes keys and switches integrations off, which takes nothing from anyone but them", async () => {
    const { app, key } = await plugin([]);
    const { token } = await connected("relay_only");
    await using client = await toolsOf(token);
    await client.says("action_external_app", { action: "revoke_key", id: app.id, key_id: key.id });
    await client.says("action_external_app", { action: "update", id: app.id, enabled: false });
    expect((await offered(key.secret)).status).toBe(401);
  });
});

describe("a connection that acts as a person", () => {
  test("creates a key once the person confirmed it outside of it, for this key alone", async () => {
    const [{ app }, other] = [await plugin([]), await plugin([])];
    const { token } = await connected("act_as_human");
    const { asked, key } = await mintConfirmed(token, app.id);
    expect(asked).toContain(`Create the key of the integration “${app.name}”`);
    expect(asked).toMatch(/signalbox confirm \w{8}/);
    expect((await offered(key.secret)).status).toBe(200);
    await using client = await toolsOf(token);
    const confirmation = /confirmation "(\w+)"/.exec(
      await client.refuses("action_external_app", { action: "mint_key", id: app.id }),
    )?.[1];
    const again = { action: "mint_key", id: app.id, confirmation };
    expect(await client.refuses("action_external_app", again)).toContain("A person has to confirm this");
    service.service.settleConfirmation(confirmation ?? "", "denied");
    const elsewhere = { ...again, id: other.app.id };
    expect(await client.refuses("action_external_app", elsewhere)).toContain("for another request");
    expect(await client.refuses("action_external_app", again)).toContain("This was denied");
  });

  test("is named as the maker, and the key ends with it", async () => {
    const { app } = await plugin([]);
    const { id, token } = await connected("act_as_human");
    const { key } = await mintConfirmed(token, app.id);
    expect(key.made_by).toContain("through A client");
    expect(await apiKey(key.id)).toMatchObject({ status: "active", made_by: key.made_by });
    await disconnect(id);
    expect((await offered(key.secret)).status).toBe(401);
    expect(await apiKey(key.id)).toMatchObject({ status: "revoked", revoked_at: expect.any(String) });
    await service.board.call("POST", `/api_keys/${key.id}/restore`);
    expect(await apiKey(key.id)).toMatchObject({ status: "active", made_by: "the board" });
    expect((await offered(key.secret)).status).toBe(200);
  });

  test("leaves no key behind when its last token expires", async () => {
    const { app } = await plugin([]);
    const { id, token } = await connected("act_as_human");
    const { key } = await mintConfirmed(token, app.id);
    using data = openServiceDatabase(service);
    data.sql
      .prepare(
        "UPDATE oauth_artifacts SET expires_at = 1 WHERE grant_key = (SELECT grant_key FROM oauth_grants WHERE id = ?)",
      )
      .run(id);
    expect((await offered(key.secret)).status).toBe(401);
  });
});

describe("what a connection of the person's own app made", () => {
  test("ends with it: API keys, and the keys that those made", async () => {
    const { tokens } = await connectApp(service, "act_as_human");
    const bearer = { key: null, headers: { authorization: `Bearer ${tokens.access_token}` } };
    const minted = await service.call<{ api_key: ApiKey; token: string }>(
      "POST",
      "/api_keys",
      { name: "From the phone" },
      bearer,
    );
    const { token, api_key: made } = minted.body;
    const { app } = await plugin([]);
    await using client = await toolsOf(token);
    const { facts } = await client.says<Managed>("action_external_app", { action: "mint_key", id: app.id });
    expect(facts.key.made_by).toBe('API key "From the phone"');
    expect((await service.call("GET", "/sessions", undefined, { key: token })).status).toBe(200);
    const own = (await connections()).find(({ first_party: isOwn, status }) => isOwn && status === "active");
    await disconnect(own?.id ?? 0);
    expect((await service.call("GET", "/sessions", undefined, { key: token })).status).toBe(401);
    expect((await offered(facts.key.secret)).status).toBe(401);
    expect(await apiKey(made.id)).toMatchObject({ status: "revoked" });
  });

  test("ends with it: a device that was paired through it", async () => {
    const first = await pairDevice(service);
    const asked = await first.call("POST", "/device_pairings", { privilege: "relay_only" });
    const { id } = asked.body["confirmation"] as { id: string };
    service.service.settleConfirmation(id, "confirmed");
    const headers = {
      ...deviceHeaders(first.cookie),
      origin: service.origin,
      "content-type": "application/json",
      [confirmationHeader]: id,
    };
    const body = JSON.stringify({ privilege: "relay_only" });
    const invited = await askLan(service.origin, "/ui/v1/device_pairings", { method: "POST", headers, body });
    const { code } = JSON.parse(invited.body) as { code: string };
    expect((await bringCode(service.origin, code, "Second")).status).toBe(200);
    const second = async () => (await connections()).find((one) => one.client_label === "Second");
    expect((await second())?.status).toBe("active");
    await disconnect(first.grant_id);
    expect(await second()).toMatchObject({
      status: "revoked",
      revocation_reason: "The connection through which it was approved has ended",
    });
  });
});

test("an API key's keys end with it, and with its name in API_KEYS", async () => {
  const { app } = await plugin([]);
  const minted = await service.board.call<{ api_key: ApiKey; token: string }>("POST", "/api_keys", {
    name: "Robot",
  });
  await using client = await toolsOf(minted.body.token);
  const { facts } = await client.says<Managed>("action_external_app", { action: "mint_key", id: app.id });
  await service.board.call("DELETE", `/api_keys/${minted.body.api_key.id}`);
  expect((await offered(facts.key.secret)).status).toBe(401);

  service.environment["API_KEYS"] = `${service.key},listed-key-0123456789`;
  await using listed = await toolsOf("listed-key-0123456789");
  const other = (await listed.says<Managed>("action_external_app", { action: "mint_key", id: app.id })).facts
    .key;
  expect((await offered(other.secret)).status).toBe(200);
  service.environment["API_KEYS"] = service.key;
  expect((await offered(other.secret)).status).toBe(401);
});

/** Every operation whose answer is a credential, or that gives the caller a lasting right: who may call it, and what ends it. */
const lastingRights: Readonly<Record<string, { callers: string; endsWith: string }>> = {
  mintApiKey: { callers: "human", endsWith: "its revocation, or that of its maker's connection" },
  restoreApiKey: { callers: "human", endsWith: "its revocation, or that of the connection that restored it" },
  mintExternalAppKey: {
    callers: "board",
    endsWith: "its revocation, its integration or its maker's connection",
  },
  createPairing: {
    callers: "board",
    endsWith: "five minutes; the device, with the one that it was paired from",
  },
  registerApnsDevice: { callers: "api native", endsWith: "the key or the connection that registered it" },
  subscribeBrowser: { callers: "board", endsWith: "the sign-in or the connection of the browser" },
  createLiveClientSecret: { callers: "human", endsWith: "ten minutes" },
  newRecoveryCodes: { callers: "board", endsWith: "the next codes of the same person" },
  beginConnectorSignIn: { callers: "board human", endsWith: "the sign-out of that server, for everyone" },
};

test("every operation that answers with a credential is known, with who may call it", () => {
  const found = allOperations.filter(({ id, secretAnswer }) => secretAnswer === true || id in lastingRights);
  const known = Object.entries(lastingRights).filter(([id]) => found.some((one) => one.id === id));
  expect(Object.fromEntries(found.map(({ id, callers }) => [id, [...callers].join(" ")]))).toEqual(
    Object.fromEntries(known.map(([id, { callers }]) => [id, callers])),
  );
  expect(found.length).toBeGreaterThanOrEqual(9);
});
