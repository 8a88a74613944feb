import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Device } from "../../server/domains/access/devices/model.ts";
import type { OauthGrant } from "../../server/domains/access/oauth/model.ts";
import { startService } from "../../server/index.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { followEvents } from "../support/event-stream.ts";
import {
  askLan,
  bringCode,
  callerAt,
  deviceHeaders,
  followLan,
  invite,
  type LanService,
  pairDevice,
  startLanService,
} from "../support/lan.ts";
import { finishOf } from "../support/sign-in.ts";
import { fakeSubscription } from "../support/web-push.ts";
import { proves } from "./proves.ts";

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

describe("a pairing code", () => {
  test("connects one device, which is listed at once with its own connection", async () => {
    await using stream = await followEvents(service);
    const { code, pairing, places } = await invite(service);
    expect(code).toMatch(/^[A-HJKMNP-Z]{4}-[A-HJKMNP-Z]{4}$/);
    expect(places).toEqual([
      {
        origin: service.origin,
        url: `${service.origin}/pair#${code.replace("-", "")}`,
        image: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      },
    ]);
    const answer = await bringCode(service.origin, code.toLowerCase(), "  Ana's\n phone ");
    expect([answer.status, finishOf(answer.body)?.returnTo]).toEqual([200, "/"]);
    const cookie = answer.headers["set-cookie"]?.find((line) => line.includes("_device="));
    expect(cookie).toMatch(/HttpOnly.*Secure.*SameSite=Lax/);
    await stream.next(({ type }) => type === "devices");
    const [device] = await devices();
    expect(device).toMatchObject({
      name: "Ana's phone",
      browser: "Chrome on Android",
      privilege: "act_as_human",
    });
    const { body } = await service.call<{ oauth_grants: OauthGrant[] }>("GET", "/oauth_grants");
    expect(body.oauth_grants.find(({ id }) => id === device?.grant_id)).toMatchObject({
      client_id: "signalbox",
      first_party: true,
      client_label: "Ana's phone",
      status: "active",
    });
    const used = await service.board.call("GET", `/device_pairings/${pairing.id}`);
    expect(used.body).toMatchObject({ pairing: { state: "used" } });
  });

  test("works once, even if two devices send it at the same time", async () => {
    const { code } = await invite(service);
    const answers = await Promise.all([bringCode(service.origin, code), bringCode(service.origin, code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await bringCode(service.origin, code)).body).toContain("already used");
  });

  test("stops working after five minutes, or once it is canceled", async () => {
    const { code, pairing } = await invite(service);
    data.sql
      .prepare("UPDATE device_pairings SET expires_at = ? WHERE id = ?")
      .run(Date.now() - 1, pairing.id);
    expect((await bringCode(service.origin, code)).status).toBe(422);
    const other = await invite(service);
    const taken = await service.board.call("DELETE", `/device_pairings/${other.pairing.id}`);
    expect(taken.body).toMatchObject({ pairing: { state: "expired" } });
    expect((await bringCode(service.origin, other.code)).status).toBe(422);
  });

  test("is stored only as a digest", async () => {
    const { code } = await invite(service);
    const rows = JSON.stringify(data.sql.prepare("SELECT * FROM device_pairings").all());
    expect(rows).not.toContain(code.replace("-", ""));
  });

  test("is refused after ten wrong ones, even if it is correct", async () => {
    await using own = await startLanService();
    for (let tried = 0; tried < 10; tried += 1)
      expect((await bringCode(own.origin, "ABCD-EFGH")).status).toBe(422);
    const { code } = await invite(own);
    const locked = await bringCode(own.origin, code);
    expect(locked.status).toBe(429);
    expect(locked.body).toContain("Try again in 5 minutes");
  });

  test("is refused while the network is closed", async () => {
    await using own = await startLanService();
    await own.board.call("PUT", "/lan", { open: false });
    const refused = await own.board.call("POST", "/device_pairings", { privilege: "relay_only" });
    expect(refused.status).toBe(409);
  });

  test("is accepted from our own page only", async () => {
    const { code } = await invite(service);
    const body = new URLSearchParams({ form_token: "guess", code, name: "x" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const forged = await askLan(service.origin, "/pair", { method: "POST", headers, body });
    expect(forged.status).toBe(403);
    expect((await bringCode(service.origin, code)).status).toBe(200);
  });
});

describe("a device", () => {
  test("that acts as the person can do what the board can, and is named as the caller", async () => {
    const device = await pairDevice(service);
    expect(await device.call("GET", "/counts")).toMatchObject({ status: 200 });
    expect(await device.call("POST", "/api_keys", { name: "from the phone", grant: "api" })).toMatchObject({
      status: 409,
      body: { error: "confirmation_required" },
    });
    expect((await device.call("GET", "/me")).body).toMatchObject({ me: { acts_as_you: true } });
    const { body } = await device.call("GET", "/devices");
    const own = (body["devices"] as Device[]).filter(({ current }) => current);
    expect(own.map(({ id }) => id)).toEqual([device.id]);
  });

  proves("R127")("that only relays cannot do what requires a person, or connect other devices", async () => {
    const device = await pairDevice(service, "relay_only");
    expect((await device.call("GET", "/sessions")).status).toBe(200);
    expect((await device.call("GET", "/devices")).status).toBe(200);
    for (const [method, path] of [
      ["POST", "/api_keys"],
      ["DELETE", "/oauth_grants/1"],
      ["POST", "/device_pairings"],
      ["DELETE", "/devices"],
      ["PUT", "/lan"],
      ["PUT", "/owner"],
    ] as const)
      expect((await device.call(method, path)).status, path).toBe(403);
    const question = "/oauth/authorize?client_id=signalbox&response_type=code";
    const approval = await askLan(service.origin, question, {
      method: "POST",
      headers: deviceHeaders(device.cookie),
    });
    expect(approval.status).toBe(403);
  });

  test("that is changed to relaying only relays from its next request", async () => {
    const device = await pairDevice(service);
    await service.board.call("PATCH", `/oauth_grants/${device.grant_id}`, { privilege: "relay_only" });
    expect((await device.call("PUT", "/lan", { open: true })).status).toBe(403);
  });

  test("can be renamed", async () => {
    const { id } = await pairDevice(service);
    const renamed = await service.board.call("PATCH", `/devices/${id}`, { name: " Old phone " });
    expect(renamed.body).toMatchObject({ device: { id, name: "Old phone" } });
    expect((await service.board.call("PATCH", `/devices/${id}`, { name: " " })).status).toBe(422);
    expect((await service.board.call("PATCH", "/devices/999999", { name: "x" })).status).toBe(404);
  });

  test.each<[string, (device: Device) => Promise<unknown>]>([
    ["on the list of devices", ({ id }) => service.board.call("DELETE", `/devices/${id}`)],
    [
      "on the list of connections",
      ({ grant_id }) => service.board.call("DELETE", `/oauth_grants/${grant_id}`),
    ],
    ["with all others", () => service.board.call("DELETE", "/devices")],
  ])(
    "that is revoked %s is signed out with its next request, and its live events end",
    async (_where, revoke) => {
      const device = await pairDevice(service);
      const stream = await followLan(service.origin, device.cookie);
      await revoke(device);
      await stream.ended;
      expect((await device.call("GET", "/sessions")).status).toBe(401);
      expect((await devices()).some(({ id }) => id === device.id)).toBe(false);
      const page = await askLan(service.origin, "/", {
        headers: { accept: "text/html", cookie: device.cookie },
      });
      expect(page.headers.location).toBe("/pair");
    },
  );

  test("that is revoked receives no more notifications", async () => {
    const device = await pairDevice(service);
    const { json } = fakeSubscription("https://push.example.com/send/a-phone");
    expect((await device.call("POST", "/push_delivery/browsers", json)).status).toBe(201);
    const subscribed = async () => (await service.board.call("GET", "/push_delivery")).body["browsers"];
    expect(await subscribed()).toHaveLength(1);
    await service.board.call("DELETE", `/devices/${device.id}`);
    expect(await subscribed()).toEqual([]);
  });

  test("is refused with another device's cookie name or a guessed value", async () => {
    const { cookie } = await pairDevice(service);
    const [name = ""] = cookie.split("=");
    for (const wrong of [`${name}=guess`, `${name}=`, cookie.replace("_device", "_board")])
      expect((await callerAt(service.origin, wrong)("GET", "/sessions")).status, wrong).toBe(401);
  });
});

test("devices and the open network survive a restart, with the same public key", async () => {
  const own = await startLanService();
  const device = await pairDevice(own);
  const { code } = await invite(own);
  const port = new URL(own.origin).port;
  await own.service.close();
  const environment = { ...own.environment, SERVICE_LAN_PORT: port };
  const again = await startService({ environment, log: pino({ level: "silent" }), validateResponses: true });
  try {
    expect((await device.call("GET", "/sessions")).status).toBe(200);
    const answer = await askLan(own.origin, "/up");
    expect(answer.fingerprint).toBe(own.lan.fingerprints?.certificate.replaceAll(" ", ""));
    // Who made it is not known any more.
    expect((await bringCode(own.origin, code)).status).toBe(422);
  } finally {
    await again.close();
    await own[Symbol.asyncDispose]();
  }
});
