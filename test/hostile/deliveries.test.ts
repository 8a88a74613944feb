import { createHmac, randomUUID } from "node:crypto";
import examples from "@octokit/webhooks-examples";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { type FakeSlack, slackToken, startFakeSlack } from "../support/slack.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";
import { deliverFromGitHub, deliverFromSlack, webhookSettings } from "../support/webhooks.ts";

let service: TestService;
let data: ServiceDatabase;
let folder: TestFolder;
let slack: FakeSlack;

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder, []);
  slack = await startFakeSlack();
  service = await startTestService({
    environment: {
      ...webhookSettings,
      SERVICE_CATALOG: folder.at("air.json"),
      SERVICE_CHAT_BOT_TOKEN: slackToken,
      SERVICE_CHAT_API_URL: slack.url,
      SERVICE_OWNER_NAME: "Ada",
      SERVICE_OWNER_EMAIL: "ada@example.com",
    },
  });
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await slack[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const { made, read } = triggerCalls(() => service as never);
const started = async (id: number): Promise<number> => (await read(id)).trigger.sessions_created_count;
const count = (): number =>
  data.sql.prepare("SELECT COUNT(*) FROM webhook_deliveries").pluck().get() as number;
/** No delivery waits any more. */
const allDone = () =>
  expect
    .poll(
      () => data.sql.prepare("SELECT COUNT(*) FROM webhook_deliveries WHERE body IS NOT NULL").pluck().get(),
      {
        timeout: 20_000,
      },
    )
    .toBe(0);

/** The events that are acted on. */
const events = [
  "check_run",
  "check_suite",
  "issue_comment",
  "issues",
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "status",
];

const now = (): string => new Date(Date.now() + 60_000).toISOString().replace(/\.\d+Z/, "Z");
let number = 0;
beforeEach(() => void number++);

const repository = { full_name: "acme/orchard", html_url: "https://github.com/acme/orchard" };
const item = (kind: "issues" | "pull") => ({
  number,
  title: "Pears",
  html_url: `${repository.html_url}/${kind}/${number}`,
  user: { login: "ada" },
  labels: [{ name: "bug" }],
  state: "open",
  created_at: now(),
  updated_at: now(),
});

describe("what GitHub signed", () => {
  const trigger = (condition_type: string, configuration: object) =>
    made({ conditions: [{ condition_type, configuration: { repos: ["acme/orchard"], ...configuration } }] });

  it("is refused as any other event than its body is", async () => {
    const before = count();
    const acted = examples.filter(({ name }) => events.includes(name));
    expect(acted).toHaveLength(events.length);
    for (const { name, examples: samples } of acted)
      for (const event of events.filter((one) => one !== name))
        expect(await deliverFromGitHub(service.url, event, samples[0]), `${name} as ${event}`).toEqual({
          status: 400,
          text: expect.stringContaining("X-GitHub-Event"),
        });
    expect(count()).toBe(before);
  });

  it("does not fire as what its header was changed to", async () => {
    const { id } = await trigger("code_host_label", { target: "issue", labels: ["bug"] });
    const other = await trigger("code_host_label", { target: "pull_request", labels: ["bug"] });
    const body = { action: "labeled", label: { name: "bug" }, repository };
    const pull = { ...body, number, pull_request: item("pull") };
    expect((await deliverFromGitHub(service.url, "pull_request", pull)).status).toBe(200);
    for (const event of ["issues", "issue_comment", "check_run", "status", "ping", "push"])
      await deliverFromGitHub(service.url, event, pull);
    for (const event of ["issues", "pull_request"])
      expect((await deliverFromGitHub(service.url, event, { ...pull, issue: item("issues") })).status).toBe(
        400,
      );
    await expect.poll(() => started(other.id), { timeout: 20_000 }).toBe(1);
    await allDone();
    expect(await started(id)).toBe(0);
  });

  it("counts once, whichever id its header has, and whatever was done since", async () => {
    const { id } = await trigger("code_host_label", { target: "issue", labels: ["bug"] });
    const labeled = { action: "labeled", issue: item("issues"), label: { name: "bug" }, repository };
    const first = { id: randomUUID() };
    for (const more of [first, first, {}, {}])
      expect((await deliverFromGitHub(service.url, "issues", labeled, more)).status).toBe(200);
    await expect.poll(() => started(id), { timeout: 20_000 }).toBe(1);
    const unlabeled = { ...labeled, action: "unlabeled" };
    await deliverFromGitHub(service.url, "issues", unlabeled);
    await allDone();
    const before = count();
    await deliverFromGitHub(service.url, "issues", labeled);
    expect(count()).toBe(before);
    await allDone();
    expect(await started(id)).toBe(1);
  });

  it("may be sent as often as it likes where nobody waits for it", async () => {
    for (const _ of [1, 2])
      expect(
        await deliverFromGitHub(service.url, "ping", { zen: "Design for failure.", hook_id: 1 }),
      ).toEqual({
        status: 200,
        text: "{}",
      });
  });
});

describe("what Slack signed", () => {
  const channel = "C0ORCHARD";

  it("counts once, whatever is sent with the same signature or signed again", async () => {
    slack.channel(channel);
    slack.person("U0ADA", "Ada");
    const { id } = await made({
      coalesce_window_seconds: 0,
      conditions: [{ condition_type: "chat", configuration: { channel_id: channel, allow_everyone: true } }],
    });
    const { body } = slack.payload(channel, slack.write(channel, "U0ADA", "Pick them"));
    const text = JSON.stringify(body);
    for (const agoSeconds of [0, 1, 60])
      expect((await deliverFromSlack(service.url, text, { agoSeconds })).status).toBe(200);
    // The same message under another event id, as a second subscription would send it.
    await deliverFromSlack(service.url, { ...body, event_id: "Ev-other" });
    await expect.poll(() => started(id), { timeout: 20_000 }).toBe(1);
    await allDone();
    expect(await started(id)).toBe(1);
  });

  it("is nothing without a time that the signature covers", async () => {
    const before = count();
    const { body } = slack.payload(channel, slack.write(channel, "U0ADA", "Pick them"));
    const text = JSON.stringify(body);
    const old = String(Math.floor(Date.now() / 1_000) - 400);
    const signature = createHmac("sha256", webhookSettings.SERVICE_CHAT_SIGNING_SECRET)
      .update(`v0:${old}:${text}`)
      .digest("hex");
    const signed = { "x-slack-signature": `v0=${signature}` };
    const fresh = String(Math.floor(Date.now() / 1_000));
    for (const stamp of [old, fresh, ""])
      expect(
        await deliverFromSlack(service.url, text, {
          headers: { ...signed, "x-slack-request-timestamp": stamp },
        }),
      ).toEqual({ status: 401, text: "" });
    expect(count()).toBe(before);
  });

  it.each([
    ["a guest", { is_restricted: true }, {}],
    ["a guest of one channel", { is_ultra_restricted: true }, {}],
    ["somebody of another workspace", { team_id: "T9" }, {}],
    ["a stranger of a shared channel", { is_stranger: true }, {}],
    ["somebody whose message comes from elsewhere", {}, { user_team: "T9" }],
    ["a bot", { is_bot: true }, {}],
    ["a deleted account", { deleted: true }, {}],
  ])("is of nobody of this board if %s has the owner's address", async (_title, user, message) => {
    slack.channel(channel);
    // Another one each time, since what was read of people is kept for a while.
    const sender = `U0MALLORY${number}`;
    slack.person(sender, "Ada", "ada@example.com", user);
    const { id } = await made({
      coalesce_window_seconds: 0,
      conditions: [{ condition_type: "chat", configuration: { channel_id: channel } }],
    });
    await deliverFromSlack(
      service.url,
      slack.payload(channel, slack.write(channel, sender, "Pick them", message)).body,
    );
    const history = async () => (await read(id)).history;
    await expect.poll(history, { timeout: 20_000 }).toMatchObject([{ outcome: "filtered", cause: "chat" }]);
    // Of a member of the workspace with the same address it is.
    slack.person("U0ADA", "Ada");
    await deliverFromSlack(
      service.url,
      slack.payload(channel, slack.write(channel, "U0ADA", "Pick them")).body,
    );
    await expect.poll(() => started(id), { timeout: 20_000 }).toBe(1);
  });
});
