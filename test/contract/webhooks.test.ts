import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { deliverFromGitHub, deliverFromSlack, webhookSettings } from "../support/webhooks.ts";
import { proves } from "./proves.ts";

let service: TestService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startTestService({ environment: webhookSettings });
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const issue = { action: "opened", issue: { number: 1 } };
const message = (id: string) => ({
  type: "event_callback",
  event_id: id,
  event: { type: "message", text: "plums" },
});

const stored = (deliveryId: string): number =>
  data.sql
    .prepare("SELECT COUNT(*) FROM webhook_deliveries WHERE delivery_id = ?")
    .pluck()
    .get(deliveryId) as number;
const total = (): number =>
  data.sql.prepare("SELECT COUNT(*) FROM webhook_deliveries").pluck().get() as number;

describe("a delivery of the code host", () => {
  proves("E172")("is stored once, however often it is sent, and acted on by a job", async () => {
    for (const _ of [1, 2, 3])
      expect(await deliverFromGitHub(service.url, "issues", issue, { id: "one" })).toEqual({
        status: 200,
        text: "{}",
      });
    expect(stored("one")).toBe(1);
    const isDone = data.sql
      .prepare("SELECT body IS NULL FROM webhook_deliveries WHERE delivery_id = 'one'")
      .pluck();
    await expect.poll(() => isDone.get(), { timeout: 10_000 }).toBe(1);
  });

  proves("E172")("that nobody waits for is answered and not stored", async () => {
    const before = total();
    for (const event of ["ping", "push", "no such event"])
      expect((await deliverFromGitHub(service.url, event, {})).status).toBe(200);
    expect(total()).toBe(before);
  });

  proves("X51")(
    "with a wrong signature is a 401 without a body, whatever else is wrong with it",
    async () => {
      const before = total();
      const wrong = { "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
      for (const body of ["{}", "no json", "", "{".repeat(10_000)])
        expect(await deliverFromGitHub(service.url, "issues", body, { headers: wrong })).toEqual({
          status: 401,
          text: "",
        });
      expect(total()).toBe(before);
    },
  );

  proves("E172")("over 1 MB is refused before it is read", async () => {
    const { status } = await deliverFromGitHub(service.url, "issues", `"${"x".repeat(1024 * 1024)}"`);
    expect(status).toBe(413);
  });

  proves("E172")("that is a form, or has no id, is refused with what to change", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const asForm = await deliverFromGitHub(service.url, "issues", "payload=%7B%7D", { headers: form });
    expect(asForm).toMatchObject({ status: 400, text: expect.stringContaining("application/json") });
    expect((await deliverFromGitHub(service.url, "issues", issue, { id: "" })).status).toBe(400);
    expect((await deliverFromGitHub(service.url, "issues", issue, { id: "x".repeat(201) })).status).toBe(400);
  });

  proves("E172")(
    "that is signed but hostile is refused or ignored, and no error of the service",
    async () => {
      const bodies = [
        "",
        "null",
        "[]",
        '"x"',
        "{",
        "\u0000",
        `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
        '{"__proto__":{"action":"opened"},"issue":{"number":"1e999"}}',
        JSON.stringify({ action: "labeled", issue: { number: -1, labels: "x" }, repository: [] }),
        JSON.stringify({ action: { toString: "x" }, issue: [], label: { name: 7 } }),
      ];
      for (const event of ["issues", "pull_request", "check_suite", "issue_comment", "constructor"])
        for (const body of bodies)
          expect([200, 400], `${event} ${body.slice(0, 40)}`).toContain(
            (await deliverFromGitHub(service.url, event, body)).status,
          );
      const left = data.sql.prepare("SELECT COUNT(*) FROM jobs WHERE kind = 'webhook.delivery'").pluck();
      await expect.poll(() => left.get(), { timeout: 10_000 }).toBe(0);
    },
  );
});

describe("a delivery of the chat platform", () => {
  proves("E171")("is stored once", async () => {
    for (const _ of [1, 2]) expect((await deliverFromSlack(service.url, message("Ev1"))).status).toBe(200);
    expect(stored("Ev1")).toBe(1);
  });

  proves("E171")("that checks the address gets its challenge back", async () => {
    const answer = await deliverFromSlack(service.url, { type: "url_verification", challenge: "c-1" });
    expect(answer).toEqual({ status: 200, text: '{"challenge":"c-1"}' });
    const headers = { "x-slack-signature": "v0=00" };
    const unsigned = await deliverFromSlack(
      service.url,
      { type: "url_verification", challenge: "c" },
      { headers },
    );
    expect(unsigned).toEqual({ status: 401, text: "" });
  });

  proves("E171", "X51")(
    "that was signed more than five minutes ago, or later than now, is a 401",
    async () => {
      for (const agoSeconds of [310, -310])
        expect(await deliverFromSlack(service.url, message("Ev2"), { agoSeconds })).toEqual({
          status: 401,
          text: "",
        });
      for (const agoSeconds of [290, -290])
        expect((await deliverFromSlack(service.url, message("Ev3"), { agoSeconds })).status).toBe(200);
      expect([stored("Ev2"), stored("Ev3")]).toEqual([0, 1]);
    },
  );

  proves("E171")("that is no object is a 400, and one that is too large a 413", async () => {
    for (const body of ["", "null", "[]", '"x"', "{", "\u00ff\u0000", "7"])
      expect((await deliverFromSlack(service.url, body)).status, body).toBe(400);
    for (const body of [{}, { type: "event_callback", event_id: "Ev4" }, { type: 7, event: [] }])
      expect((await deliverFromSlack(service.url, body)).status, JSON.stringify(body)).toBe(200);
    expect(
      (await deliverFromSlack(service.url, { type: "event_callback", event: { type: "x" } })).status,
    ).toBe(400);
    expect((await deliverFromSlack(service.url, `"${"x".repeat(1024 * 1024)}"`)).status).toBe(413);
  });
});

describe("an address without its secret, or in another mode", () => {
  proves("R140", "X51")("is a 404, signed or not", async () => {
    const { SERVICE_CHAT_SIGNING_SECRET: _none, ...noSecret } = webhookSettings;
    await using closed = await startTestService({
      environment: { ...noSecret, SERVICE_CODE_HOST_INGEST_MODE: "poll" },
    });
    expect((await deliverFromGitHub(closed.url, "issues", issue)).status).toBe(404);
    expect((await deliverFromSlack(closed.url, message("Ev5"))).status).toBe(404);
    expect((await deliverFromSlack(closed.url, message("Ev5"), { agoSeconds: 9_999 })).status).toBe(404);
  });
});
