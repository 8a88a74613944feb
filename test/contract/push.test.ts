import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NotificationPreferences } from "../../server/domains/inbox/notifications/model.ts";
import type { ApnsDevice, PushBrowser } from "../../server/domains/inbox/push/model.ts";
import { type FakeApns, startApns } from "../support/apns.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { followEvents } from "../support/event-stream.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { fakeSubscription } from "../support/web-push.ts";
import { putConnection } from "./credentials.ts";
import { proves } from "./proves.ts";

interface Answered {
  apns_device: ApnsDevice;
  browser: PushBrowser;
  browsers: PushBrowser[];
  phones: { available: boolean; reason: string | null; devices: ApnsDevice[] };
  preferences: NotificationPreferences;
}

let folder: TestFolder;
let apns: FakeApns;
let service: BoardService;

beforeAll(async () => {
  folder = await makeTestFolder();
  apns = await startApns(folder);
  const { key, keyId, teamId, topic, url, ca } = apns.settings;
  service = await startBoardService({
    environment: {
      SERVICE_APNS_KEY: key,
      SERVICE_APNS_KEY_ID: keyId,
      SERVICE_APNS_TEAM_ID: teamId,
      SERVICE_APNS_TOPIC: topic,
      SERVICE_APNS_URL: url,
      SERVICE_APNS_CA: ca,
    },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await apns[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const newToken = (): string => randomBytes(32).toString("hex");
const register = (body: object, options?: Parameters<BoardService["call"]>[3]) =>
  service.call<Answered>("POST", "/apns_devices", body, options);
const onBoard = (method: string, path: string, body?: unknown) =>
  service.board.call<Answered>(method, path, body);
const devices = async (): Promise<ApnsDevice[]> =>
  (await onBoard("GET", "/push_delivery")).body.phones.devices;
const idsOf = async (): Promise<number[]> => (await devices()).map(({ id }) => id);

/** The headers of a phone whose connection Ada approved. */
function phone() {
  using data = openServiceDatabase(service);
  const token = randomBytes(32).toString("base64url");
  const connection = { token, firstParty: true, privilege: "act_as_human" } as const;
  const id = putConnection(data.sql, connection);
  return { id, options: { key: null, headers: { authorization: `Bearer ${token}` } } };
}

describe("a phone", () => {
  proves("E88", "R210")("is registered once per token", async () => {
    const token = newToken();
    const first = await register({
      token,
      environment: "sandbox",
      device_name: "Ada's iPhone",
      app_version: "2.1",
    });
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      apns_device: {
        id: expect.any(Number),
        environment: "sandbox",
        device_name: "Ada's iPhone",
        app_version: "2.1",
        last_registered_at: expect.any(String),
        disabled_at: null,
      },
    });
    const again = await register({ token: token.toUpperCase(), environment: "production" });
    expect([again.status, again.body.apns_device.id]).toEqual([201, first.body.apns_device.id]);
    expect(again.body.apns_device).toMatchObject({ environment: "production", device_name: null });
    expect(JSON.stringify(again.body)).not.toContain(token);
  });

  proves("E88")("is refused without a valid token and environment", async () => {
    for (const body of [{ environment: "sandbox" }, { token: newToken() }]) {
      expect(await register(body)).toMatchObject({ status: 422, body: { error: "Missing parameter" } });
    }
    for (const body of [
      { token: "zz", environment: "sandbox" },
      { token: "ab".repeat(101), environment: "sandbox" },
      { token: newToken(), environment: "staging" },
      { token: newToken(), environment: "sandbox", device_name: 7 },
    ]) {
      expect(await register(body)).toMatchObject({ status: 422, body: { error: "Validation failed" } });
    }
  });

  proves("E89", "R210")("can be removed only by its owner", async () => {
    const [own, other] = [phone(), phone()];
    const [token, keyToken] = [newToken(), newToken()];
    const { id } = (await register({ token, environment: "sandbox" }, own.options)).body.apns_device;
    const ofKey = (await register({ token: keyToken, environment: "sandbox" })).body.apns_device.id;
    const forget = async (which: string, options?: Parameters<BoardService["call"]>[3]) =>
      (await service.call("DELETE", `/apns_devices/${which}`, undefined, options)).status;
    expect(await forget(token)).toBe(204);
    expect(await forget(token, other.options)).toBe(204);
    expect(await forget(keyToken, own.options)).toBe(204);
    expect(await forget("no-token-at-all")).toBe(204);
    expect(await idsOf()).toEqual(expect.arrayContaining([id, ofKey]));
    expect(await forget(token.toUpperCase(), own.options)).toBe(204);
    expect(await forget(keyToken)).toBe(204);
    expect((await idsOf()).filter((known) => known === id || known === ofKey)).toEqual([]);
  });

  proves("R210", "E87")("receives what arrives in the inbox, until its connection is revoked", async () => {
    for (const { id } of await devices()) await onBoard("DELETE", `/push_delivery/phones/${id}`);
    const own = phone();
    const token = newToken();
    await register({ token, environment: "production" }, own.options);
    const session = await createSession(service, { title: "Greeter" });
    const say = (message: string) =>
      service.call("POST", "/notifications/push", { session_id: session.id, message });
    await say("Look at the plan");
    expect(await apns.next()).toMatchObject({
      path: `/3/device/${token}`,
      payload: {
        aps: { alert: { title: "Greeter", body: "Look at the plan" }, badge: 1 },
        url: `/sessions/${session.id}`,
      },
    });
    await service.call("DELETE", `/oauth_grants/${own.id}`, undefined, own.options);
    expect(await devices()).toMatchObject([{ disabled_at: expect.any(String) }]);
    await using stream = await followEvents(service);
    await say("Nobody hears this");
    await stream.next(({ type }) => type === "announcement");
    expect(apns.pushed).toHaveLength(1);
  });
});

describe("the board", () => {
  test("stores which notifications go where", async () => {
    const { preferences } = (await onBoard("GET", "/notification_preferences")).body;
    expect(preferences.types.elicitation).toEqual({ desktop: true, web_push: true, phone: true });
    const wanted = {
      ...preferences,
      quiet_hours: { on: false, from: "21:30", to: "06:00", time_zone: "Asia/Kolkata" },
    };
    expect((await onBoard("PUT", "/notification_preferences", wanted)).body.preferences).toEqual(wanted);
    expect((await onBoard("GET", "/notification_preferences")).body.preferences).toEqual(wanted);
    for (const quiet_hours of [
      { ...wanted.quiet_hours, time_zone: "Mars/Olympus" },
      { ...wanted.quiet_hours, from: "25:00" },
    ]) {
      const answer = await onBoard("PUT", "/notification_preferences", { ...wanted, quiet_hours });
      expect(answer).toMatchObject({ status: 422, body: { error: "Validation failed" } });
    }
  });

  test("subscribes a browser whose push service is on the public internet, and removes it", async () => {
    const { json } = fakeSubscription("https://updates.push.example.com/wpush/v2/abc");
    const subscribe = (endpoint: string) => onBoard("POST", "/push_delivery/browsers", { ...json, endpoint });
    const made = await subscribe(json.endpoint);
    expect(made).toMatchObject({ status: 201, body: { browser: { fingerprint: expect.any(String) } } });
    expect(JSON.stringify((await onBoard("GET", "/push_delivery")).body)).not.toContain("wpush");
    for (const endpoint of [
      "http://push.example.com/x",
      "https://127.0.0.1/x",
      "https://[fd00::1]/x",
      "https://nas.local/x",
    ])
      expect((await subscribe(endpoint)).status, endpoint).toBe(422);
    expect((await onBoard("DELETE", `/push_delivery/browsers/${made.body.browser.id}`)).status).toBe(204);
    expect((await onBoard("GET", "/push_delivery")).body.browsers).toEqual([]);
  });

  test("gives the same key to every browser", async () => {
    const first = await onBoard("GET", "/web_push_key");
    expect(first.body).toEqual({ public_key: expect.stringMatching(/^[\w-]{87}$/) });
    expect((await onBoard("GET", "/web_push_key")).body).toEqual(first.body);
  });

  test("sends a test message to all devices and open pages", async () => {
    await using stream = await followEvents(service);
    expect((await onBoard("POST", "/push_delivery/test")).body).toMatchObject({ browsers: 0, phones: 0 });
    const { event } = await stream.next(({ type }) => type === "announcement");
    expect(event).toMatchObject({ announcement: { title: "Signalbox", url: "/settings/notifications" } });
  });
});
