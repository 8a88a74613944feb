import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmationRequired } from "../../server/domains/owner/confirmations/model.ts";
import { differencesOf, openServiceDatabase } from "../support/database-dump.ts";
import {
  askLan,
  invite,
  type LanService,
  type PairedDevice,
  pairDevice,
  phoneBrowser,
  startLanService,
} from "../support/lan.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { fakeSubscription } from "../support/web-push.ts";

/** Attacks with a phone that the owner paired: by who stole it, or by an app on it. */

let service: LanService;
let acting: PairedDevice;
let relaying: PairedDevice;

beforeAll(async () => {
  service = await startLanService();
  acting = await pairDevice(service);
  relaying = await pairDevice(service, "relay_only");
});
afterAll(() => service[Symbol.asyncDispose]());

const forAll: readonly string[] = ["api", "native", "anyone"];

it("a phone that only relays does nothing that needs a person or the board", async () => {
  using data = openServiceDatabase(service);
  const needsMore = allOperations.filter(
    ({ callers, method, base }) =>
      base !== "root" &&
      !callers.some((caller) => forAll.includes(caller)) &&
      (method !== "get" || callers.includes("human")),
  );
  const before = data.dump();
  const done: string[] = [];
  for (const operation of needsMore) {
    const path = pathOf(operation, { id: "1", session_id: "1" });
    const { status } = await relaying.call(operation.method.toUpperCase(), path);
    if (status !== 403) done.push(`${operation.id}: ${status}`);
  }
  expect(needsMore.length).toBeGreaterThan(30);
  expect(done).toEqual([]);
  const changed = differencesOf(before, data.dump()).filter((line) => !JSON.stringify(line).includes("used"));
  expect(changed).toEqual([]);
});

it.each([
  ["POST", "/api_keys", { name: "mine", grant: "api" }],
  ["POST", "/device_pairings", { privilege: "act_as_human" }],
  ["PATCH", "/oauth_grants/RELAYING", { privilege: "act_as_human" }],
  ["PUT", "/lan", { open: true }],
])("a phone that acts as its owner only asks for more access: %s %s", async (method, path, body) => {
  const answer = await acting.call(method, path.replace("RELAYING", String(relaying.grant_id)), body);
  expect([answer.status, answer.body["error"]]).toEqual([409, confirmationRequired]);
});

describe("an authorization request with a code that was brought for it", () => {
  const usual = {
    client_id: "signalbox",
    response_type: "code",
    redirect_uri: "http://127.0.0.1/oauth/callback",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    state: "s",
  };
  it.each<[string, Record<string, string>]>([
    ["no challenge", { code_challenge: "", code_challenge_method: "" }],
    ["a plain challenge", { code_challenge_method: "plain" }],
    ["a challenge without its method", { code_challenge_method: "" }],
    ["a token in place of a code", { response_type: "token" }],
    ["a code and a token", { response_type: "code id_token" }],
    ["another site's address", { redirect_uri: "https://evil.example/oauth/callback" }],
    ["loopback as a user name", { redirect_uri: "http://127.0.0.1@evil.example/oauth/callback" }],
    ["loopback as a part of a name", { redirect_uri: "http://127.0.0.1.evil.example/oauth/callback" }],
    ["another path", { redirect_uri: "http://127.0.0.1/elsewhere" }],
    ["an address of the network", { redirect_uri: "http://192.0.2.7/oauth/callback" }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
    ["the scheme of another app", { redirect_uri: "evil://oauth/callback" }],
    ["a page that is sent the answer", { response_mode: "web_message" }],
  ])("leads nowhere with %s", async (_what, changes) => {
    const query = new URLSearchParams(
      Object.entries({ ...usual, ...changes }).filter(([, value]) => value !== ""),
    );
    const request = `/oauth/authorize?${query.toString()}`;
    const { code } = await invite(service);
    const phone = phoneBrowser(service.origin);
    const answer = await phone.bring(code, { path: `/pair?return_to=${encodeURIComponent(request)}` });
    const { status, headers, body } = await phone.follow(answer);
    const given = new URL(headers.location ?? "/", service.origin);
    expect(given.searchParams.has("code") || given.hash.includes("token=")).toBe(false);
    expect([status, body, given.host]).not.toContain("evil.example");
  });
});

describe("a push address", () => {
  it.each([
    "http://push.example.com/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://localhost/",
    "https://service.internal/",
    "https://router.local/",
    "https://router/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[fd00::1]/",
    "https://[fe80::1]/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://push.example.com@127.0.0.1/",
    "https://user:secret@push.example.com/",
    "file:///etc/passwd",
    "push.example.com",
  ])("of a phone is not %s", async (endpoint) => {
    const { json } = fakeSubscription(endpoint);
    expect((await acting.call("POST", "/push_delivery/browsers", json)).status).toBe(422);
  });
});

describe("the name of a device", () => {
  it.each([
    ["line breaks", "Ana\r\nConfirmed: yes", "Ana Confirmed: yes"],
    ["control characters", "Ana\u001b[2J\u0000\u0007", "Ana [2J"],
    ["marks of direction", "Ana\u202e\u2066\u200f", "Ana"],
    ["separators of lines and paragraphs", "Ana\u2028\u2029x", "Ana x"],
    ["characters that are not seen", "A\u200b\u00ad\u034f\u3164n\u{e0041}a", "A n a"],
    ["nothing that is seen", "\u3164\u2800\u115f\ufe0f", "Chrome on Android"],
    ["half a character", `${"x".repeat(59)}\u{1f600}y`, `${"x".repeat(59)}\u{1f600}`],
  ])("does not keep %s", async (_what, name, kept) => {
    const { code } = await invite(service);
    const phone = phoneBrowser(service.origin);
    await phone.follow(await phone.bring(code, { name }));
    expect((await newest()).name).toBe(kept);
    await service.board.call("DELETE", `/devices/${(await newest()).id}`);
  });

  it("is no other device's, at pairing and later, so that a confirmation names one", async () => {
    const { code } = await invite(service);
    const phone = phoneBrowser(service.origin);
    await phone.follow(await phone.bring(code, { name: "ＭＹ PHONE" }));
    const impostor = await newest();
    const renamed = await acting.call("PATCH", `/devices/${impostor.id}`, { name: "my phone" });
    const { body } = await service.board.call<{ devices: PairedDevice[] }>("GET", "/devices");
    const names = body.devices.map(({ name }) => name.normalize("NFKC").toLowerCase());
    expect(renamed.status).toBe(200);
    expect(new Set(names).size).toBe(names.length);
    await service.board.call("DELETE", `/devices/${impostor.id}`);
  });
});

async function newest(): Promise<PairedDevice> {
  const { body } = await service.board.call<{ devices: PairedDevice[] }>("GET", "/devices");
  return body.devices.toSorted((a, b) => b.id - a.id)[0] as PairedDevice;
}

it("a phone that was signed out opens nothing with what it kept", async () => {
  const stolen = await pairDevice(service);
  await service.board.call("DELETE", `/devices/${stolen.id}`);
  for (const headers of [
    { cookie: stolen.cookie },
    { cookie: `${stolen.cookie}; ${acting.cookie.split("=")[0]}=` },
    { authorization: `Bearer ${stolen.cookie.split("=")[1]}` },
  ])
    expect((await askLan(service.origin, "/ui/v1/sessions", { headers })).status).toBe(401);
});
