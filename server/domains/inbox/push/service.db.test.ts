import { expect, it } from "vitest";
import { startApns } from "../../../../test/support/apns.ts";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { fakePushService, fakeSubscription } from "../../../../test/support/web-push.ts";
import type { Actor } from "../../../http/caller.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import { apnsSender, pushService, registerPushJobs, webPushSender } from "./index.ts";
import { text } from "./text.ts";

const key = { kind: "api_key", id: 1, name: "k", source: "env", grant: "api" } as const satisfies Actor;
const phoneOf = (grantId: number): Actor => ({
  kind: "native",
  grantId,
  clientName: "Phone",
  person: { email: "ada@example.org", name: "Ada" },
  actsAsHuman: true,
});
const message = { title: "Greeter", body: "Look", url: "/sessions/7", tag: "notification-1" };
const [tokenA, tokenB] = ["a".repeat(64), "b".repeat(64)];

/** Devices and browsers in their own database, with fakes of Apple and the push services on loopback. */
async function openPush() {
  const folder = await makeTestFolder();
  const apns = await startApns(folder);
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot: "boot-1" });
  const secrets = new Map<string, string>();
  const service = fakePushService();
  const sender = apnsSender(apns.settings, clock);
  const here: string[] = [];
  const ended = new Set<string>();
  const push = pushService({
    database,
    clock,
    log: silentLog,
    jobs,
    apns: sender,
    webPush: webPushSender({
      secrets: {
        read: (name) => secrets.get(name) ?? null,
        write: (name, value) => void secrets.set(name, value),
      },
      fetch: service.fetch,
      contact: () => "mailto:ada@example.org",
    }),
    isSignedIn: ({ kind, id }) => !ended.has(`${kind} ${id}`),
    isKeyValid: (id) => !ended.has(`api_key ${id}`),
    isPublic: (endpoint) => endpoint.startsWith("https://push.example.com/"),
    pendingCount: () => 3,
    showHere: ({ title }) => void here.push(title),
  });
  registerPushJobs(jobs, push);
  database.sql
    .prepare(
      `INSERT INTO api_keys (id, name, source, "grant", digest, created_at) VALUES (?, 'k', 'env', 'api', 'd', 1)`,
    )
    .run(key.id);
  const connection = (revokedAt: number | null): number =>
    Number(
      database.sql
        .prepare(
          `INSERT INTO oauth_grants (grant_key, client_id, client_name, registration, user_email, user_name,
             privilege, created_at, revoked_at) VALUES (?, 'c', 'Phone', 'published', 'a@b.c', 'Ada', 'act_as_human', 1, ?)`,
        )
        .run(`grant-${Math.random()}`, revokedAt).lastInsertRowid,
    );
  const signIn = (digest: string): number => {
    const account = database.sql
      .prepare(
        `INSERT INTO web_accounts (issuer, subject, email, name, created_at) VALUES ('i', ?, 'a@b.c', 'Ada', 1)`,
      )
      .run(digest).lastInsertRowid;
    return Number(
      database.sql
        .prepare(
          "INSERT INTO web_sign_ins (account_id, digest, created_at, last_used_at) VALUES (?, ?, 1, 1)",
        )
        .run(account, digest).lastInsertRowid,
    );
  };
  return {
    signIn,
    clock,
    database,
    push,
    apns,
    service,
    secrets,
    here,
    ended,
    connection,
    devices: async () => (await push.phones.overview()).devices,
    queued: () => database.sql.prepare("SELECT kind FROM jobs WHERE kind LIKE 'push.%'").pluck().all(),
    async [Symbol.asyncDispose]() {
      push.close();
      await apns[Symbol.asyncDispose]();
      opened[Symbol.dispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

it("keeps one row per token, which belongs to the caller that registered it last", async () => {
  await using bed = await openPush();
  const grant = bed.connection(null);
  const first = bed.push.phones.register({ token: tokenA, environment: "sandbox" }, key);
  bed.clock.at += 5_000;
  const again = bed.push.phones.register(
    { token: tokenA.toUpperCase(), environment: "production", device_name: "Ada's iPhone" },
    phoneOf(grant),
  );
  expect(again).toMatchObject({ id: first.id, environment: "production", device_name: "Ada's iPhone" });
  expect(await bed.devices()).toHaveLength(1);
  bed.push.phones.forgetToken(tokenA, key);
  expect(await bed.devices()).toHaveLength(1);
  bed.push.phones.forgetToken(tokenA, phoneOf(grant));
  expect(await bed.devices()).toEqual([]);
});

it("sends requests to Apple in its format, over one connection", async () => {
  await using bed = await openPush();
  const { id } = bed.push.phones.register({ token: tokenA, environment: "sandbox" }, key);
  await bed.push.phones.send(id, message, bed.clock.at);
  await bed.push.phones.send(id, message, bed.clock.at);
  const [one, two] = bed.apns.pushed;
  expect(one).toMatchObject({
    path: `/3/device/${tokenA}`,
    headers: {
      ":method": "POST",
      "apns-topic": "dev.signalbox.app",
      "apns-push-type": "alert",
      "apns-priority": "10",
      "apns-collapse-id": "notification-1",
      "apns-expiration": String(bed.clock.at / 1_000 + 4 * 3_600),
    },
    claims: { alg: "ES256", kid: "KEY1234567", iss: "TEAM123456", iat: bed.clock.at / 1_000 },
    payload: { aps: { alert: { title: "Greeter", body: "Look" }, badge: 3 }, url: "/sessions/7" },
  });
  expect(two?.headers["authorization"]).toBe(one?.headers["authorization"]);
  expect(bed.apns.connections()).toBe(1);
});

it("signs a token and uses it for fifty minutes", async () => {
  await using bed = await openPush();
  const { id } = bed.push.phones.register({ token: tokenA, environment: "production" }, key);
  for (const pause of [0, 49 * 60_000, 60_000]) {
    bed.clock.at += pause;
    await bed.push.phones.send(id, message, bed.clock.at);
  }
  const tokens = bed.apns.pushed.map(({ headers }) => headers["authorization"]);
  expect([tokens[1] === tokens[0], tokens[2] === tokens[0]]).toEqual([true, false]);
});

it("removes a phone whose token Apple dropped, unless it registered again since", async () => {
  await using bed = await openPush();
  const { id } = bed.push.phones.register({ token: tokenA, environment: "production" }, key);
  bed.apns.willAnswer({ status: 410, reason: "Unregistered", timestamp: bed.clock.at - 1 });
  await bed.push.phones.send(id, message, bed.clock.at);
  expect(await bed.devices()).toHaveLength(1);
  bed.apns.willAnswer({ status: 410, reason: "Unregistered", timestamp: bed.clock.at });
  await bed.push.phones.send(id, message, bed.clock.at);
  expect(await bed.devices()).toEqual([]);
  const other = bed.push.phones.register({ token: tokenB, environment: "production" }, key);
  bed.apns.willAnswer({ status: 400, reason: "BadDeviceToken" });
  await bed.push.phones.send(other.id, message, bed.clock.at);
  expect(await bed.devices()).toEqual([]);
});

it("retries when Apple is busy, and with a new token when the old one expired", async () => {
  await using bed = await openPush();
  const { id } = bed.push.phones.register({ token: tokenA, environment: "production" }, key);
  bed.apns.willAnswer({ status: 503, reason: "ServiceUnavailable" });
  await expect(bed.push.phones.send(id, message, bed.clock.at)).rejects.toThrow("ServiceUnavailable");
  bed.clock.at += 1_000;
  bed.apns.willAnswer({ status: 403, reason: "ExpiredProviderToken" });
  await bed.push.phones.send(id, message, bed.clock.at);
  const [, refused, taken] = bed.apns.pushed;
  expect(taken?.headers["authorization"]).not.toBe(refused?.headers["authorization"]);
  bed.apns.willAnswer({ status: 400, reason: "TopicDisallowed" });
  await bed.push.phones.send(id, message, bed.clock.at);
  expect(await bed.devices()).toHaveLength(1);
});

it("reconnects after the connection was lost", async () => {
  await using bed = await openPush();
  const { id } = bed.push.phones.register({ token: tokenA, environment: "production" }, key);
  await bed.push.phones.send(id, message, bed.clock.at);
  bed.push.close();
  await bed.push.phones.send(id, message, bed.clock.at);
  expect([bed.apns.pushed.length, bed.apns.connections()]).toEqual([2, 2]);
});

it("sends nothing to a phone whose connection was revoked, and nothing that is hours old", async () => {
  await using bed = await openPush();
  const grant = bed.connection(bed.clock.at);
  const { id, disabled_at } = bed.push.phones.register(
    { token: tokenA, environment: "sandbox" },
    phoneOf(grant),
  );
  expect(disabled_at).toEqual(expect.any(String));
  await bed.push.phones.send(id, message, bed.clock.at);
  const other = bed.push.phones.register({ token: tokenB, environment: "sandbox" }, key);
  await bed.push.phones.send(other.id, message, bed.clock.at - 4 * 3_600_000 - 1);
  expect(bed.apns.pushed).toEqual([]);
  expect(bed.push.phones.announce(message)).toBe(1);
});

it("sends nothing to a phone whose API key was revoked", async () => {
  await using bed = await openPush();
  const { id } = bed.push.phones.register({ token: tokenA, environment: "production" }, key);
  bed.ended.add(`api_key ${key.id}`);
  await bed.push.phones.send(id, message, bed.clock.at);
  expect([bed.apns.pushed, bed.push.phones.announce(message)]).toEqual([[], 0]);
});

it("says why nothing can be sent to phones", async () => {
  await using bed = await openPush();
  const problemOf = async (changes: object) => {
    const problem = await apnsSender({ ...bed.apns.settings, ...changes }, bed.clock).problem();
    return problem && { ...problem, reason: text.apnsProblem(problem) };
  };
  expect(await problemOf({})).toBeNull();
  expect(await problemOf({ keyId: null })).toMatchObject({ reason: "Not set: SERVICE_APNS_KEY_ID" });
  expect(await problemOf({ key: null, keyId: null, teamId: null, topic: null })).toEqual({
    kind: "unset",
    reason: null,
  });
  expect(await problemOf({ key: "/nowhere" })).toEqual({
    kind: "unreadable_key",
    reason: expect.stringContaining("SERVICE_APNS_KEY"),
  });
});

it("encrypts for the browser and signs as this service", async () => {
  await using bed = await openPush();
  const browser = fakeSubscription("https://push.example.com/send/1");
  const { endpoint, keys } = browser.json;
  const { id } = bed.push.browsers.subscribe(
    { endpoint, ...keys },
    { browser: "Firefox on Linux", holder: null },
  );
  await bed.push.browsers.send(id, message, bed.clock.at);
  const [posted] = bed.service.posted;
  expect(posted?.url).toBe(endpoint);
  expect(browser.read(posted?.body ?? new Uint8Array())).toEqual(message);
  expect(Object.fromEntries(posted?.headers ?? [])).toMatchObject({
    "content-encoding": "aes128gcm",
    topic: "notification-1",
    urgency: "high",
    ttl: "14400",
    authorization: expect.stringContaining(await bed.push.browsers.publicKey()),
  });
  expect([...bed.secrets.keys()]).toEqual(["web_push.vapid"]);
  expect(bed.push.browsers.list()).toMatchObject([
    { id, browser: "Firefox on Linux", last_delivered_at: expect.any(String) },
  ]);
});

it("keeps one entry per browser until its push service says that it is gone", async () => {
  await using bed = await openPush();
  const { endpoint, keys } = fakeSubscription("https://push.example.com/send/1").json;
  const { id } = bed.push.browsers.subscribe({ endpoint, ...keys }, { browser: "Firefox", holder: null });
  expect(bed.push.browsers.subscribe({ endpoint, ...keys }, { browser: "Firefox", holder: null }).id).toBe(
    id,
  );
  bed.service.willAnswer(503, 403, 410);
  await expect(bed.push.browsers.send(id, message, bed.clock.at)).rejects.toThrow("503");
  await bed.push.browsers.send(id, message, bed.clock.at);
  expect(bed.push.browsers.list()).toHaveLength(1);
  await bed.push.browsers.send(id, message, bed.clock.at);
  expect(bed.push.browsers.list()).toEqual([]);
});

it("refuses a push service that is not on the public internet", async () => {
  await using bed = await openPush();
  const { keys } = fakeSubscription("").json;
  const subscribe = () =>
    bed.push.browsers.subscribe(
      { endpoint: "https://127.0.0.1/x", ...keys },
      { browser: "Firefox", holder: null },
    );
  expect(subscribe).toThrow("public https address");
});

it("sends nothing to a browser whose sign-in has ended", async () => {
  await using bed = await openPush();
  const { browsers } = bed.push;
  const [grant, signIn] = [bed.connection(null), bed.signIn("browser")];
  const holders = [{ kind: "connection", id: grant }, { kind: "sign_in", id: signIn }, null] as const;
  const [phone, laptop, here] = holders.map((holder, at) => {
    const { endpoint, keys } = fakeSubscription(`https://push.example.com/send/${at}`).json;
    return browsers.subscribe({ endpoint, ...keys }, { browser: `Browser ${at}`, holder }).id;
  });
  const subscribed = () => browsers.list().map(({ id }) => id);
  expect(subscribed()).toEqual([here, laptop, phone]);
  bed.ended.add(`connection ${grant}`);
  expect(browsers.announce(message)).toBe(2);
  bed.ended.add(`sign_in ${signIn}`);
  await browsers.send(laptop ?? 0, message, bed.clock.at);
  expect([subscribed(), bed.service.posted]).toEqual([[here], []]);
  bed.ended.clear();
  expect(subscribed()).toEqual([here]);
});

it("removes a browser with its sign-in, unless it subscribed again without one", async () => {
  await using bed = await openPush();
  const [one, other] = [bed.signIn("one"), bed.signIn("other")];
  const [first, second] = [one, other].map(
    (id) => fakeSubscription(`https://push.example.com/send/${id}`).json,
  );
  const subscribe = (json: typeof first, id: number | null) =>
    json &&
    bed.push.browsers.subscribe(
      { endpoint: json.endpoint, ...json.keys },
      { browser: "Firefox", holder: id === null ? null : { kind: "sign_in", id } },
    );
  for (const [json, id] of [
    [first, one],
    [second, other],
    [second, null],
  ] as const)
    subscribe(json, id);
  bed.database.sql.exec("DELETE FROM web_sign_ins");
  expect(bed.push.browsers.list()).toHaveLength(1);
});

it("queues one job per browser and phone, and sends the test message to all", async () => {
  await using bed = await openPush();
  const { endpoint, keys } = fakeSubscription("https://push.example.com/send/1").json;
  bed.push.browsers.subscribe({ endpoint, ...keys }, { browser: "Firefox", holder: null });
  for (const token of [tokenA, tokenB]) bed.push.phones.register({ token, environment: "sandbox" }, key);
  expect(bed.push.test()).toMatchObject({ browsers: 1, phones: 2 });
  expect(bed.here).toEqual(["Signalbox"]);
  expect(bed.queued()).toEqual(["push.browser", "push.phone", "push.phone"]);
});
