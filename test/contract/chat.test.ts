import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { startFakeBridge } from "../support/chat-bridge.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { type FakeSlack, slackToken, startFakeSlack } from "../support/slack.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, triggerCalls, writeOrchard } from "../support/triggers.ts";
import { deliverFromSlack, webhookSettings } from "../support/webhooks.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let folder: TestFolder;
let slack: FakeSlack;
let bridge: Awaited<ReturnType<typeof startFakeBridge>>;

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder);
  slack = await startFakeSlack();
  slack.channel("C0ORCHARD", { name: "orchard" });
  slack.person("U0ADA0000", "Ada");
  slack.person("U0BOB0000", "Bob", "bob@example.com", { is_restricted: true });
  slack.person("U0EVE0000", "Eve");
  bridge = await startFakeBridge();
  bridge.chat("123@g.us", "Pickers");
  service = await startBoardService({
    environment: {
      ...webhookSettings,
      SERVICE_CATALOG: folder.at("air.json"),
      SERVICE_CHAT_API_URL: slack.url,
      SERVICE_CHAT_BRIDGE_URL: bridge.url,
      SERVICE_OWNER_NAME: "Ada",
      SERVICE_OWNER_EMAIL: "ada@example.com",
    },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await slack[Symbol.asyncDispose]();
  await bridge[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const { call, made, read } = triggerCalls(() => service);
const chat = (configuration: object) => ({
  prompt_template: "#script say Picked.\n{{text|untrusted}}",
  coalesce_window_seconds: 0,
  conditions: [{ condition_type: "chat", configuration: { channel_id: "C0ORCHARD", ...configuration } }],
});
const connection = () => service.board.call<{ chat: Record<string, unknown> }>("GET", "/chat_connection");

describe("the connection to the chat platform", () => {
  proves("E63")("is made on the board, and its token is in no answer and no file in clear", async () => {
    expect((await connection()).body.chat).toMatchObject({ source: null, has_webhook: true });
    expect(await call("GET", "/channels")).toMatchObject({ status: 503 });
    const wrong = await service.board.call("PUT", "/chat_connection", { token: "xoxb-wrong" });
    expect(wrong).toMatchObject({ status: 422, body: { message: expect.stringContaining("invalid_auth") } });
    expect((await service.board.call("PUT", "/chat_connection", { token: " " })).status).toBe(422);
    const made = await service.board.call("PUT", "/chat_connection", { token: slackToken });
    expect(made).toMatchObject({
      status: 200,
      body: { chat: { source: "board", team: "Orchard", problem: null } },
    });
    expect(JSON.stringify(made.body)).not.toContain(slackToken);
    expect((await call("GET", "/channels")).body).toEqual({
      channels: [{ id: "C0ORCHARD", name: "orchard", is_private: false, num_members: 2 }],
    });
    using data = openServiceDatabase(service);
    expect(data.dump()).not.toContain(slackToken);
  });

  it("is for the board alone", async () => {
    for (const method of ["GET", "PUT", "DELETE"])
      expect(
        (await service.call(method, "/chat_connection", method === "PUT" ? { token: "x" } : undefined))
          .status,
      ).toBe(404);
  });
});

describe("a message of the chat platform", () => {
  proves("E171", "R140")("starts one session by its webhook, recorded as its author's", async () => {
    const trigger = await made(chat({}));
    const other = await made(chat({ event_type: "bot_mention" }));
    const message = slack.write("C0ORCHARD", "U0ADA0000", "The pears are late");
    for (const id of ["EvA", "EvA", "EvB"])
      expect(
        (await deliverFromSlack(service.url, { ...slack.payload("C0ORCHARD", message).body, event_id: id }))
          .status,
      ).toBe(200);
    await expect
      .poll(async () => (await read(trigger.id)).trigger.sessions_created_count, { timeout: 15_000 })
      .toBe(1);
    const found = await read(trigger.id);
    expect(found.history).toMatchObject([
      { outcome: "started", cause: "chat", summary: "Ada in #orchard: The pears are late" },
    ]);
    const [session] = found.recent_sessions;
    const messages = await service.call<{ human_messages: object[] }>("GET", `/sessions/${session?.id}`);
    expect(messages.body.human_messages).toMatchObject([
      {
        author: "ada@example.com",
        channel: "chat",
        entry_point: "chat.channel_message",
        content: "The pears are late",
      },
    ]);
    expect((await read(other.id)).trigger.sessions_created_count).toBe(0);
  });

  proves("E171", "X57")(
    "starts something for members of the workspace, and is in the history if it does not",
    async () => {
      const members = await made(chat({}));
      const listed = await made(chat({ allowed_user_ids: ["U0ADA0000"] }));
      const everyone = await made(chat({ allow_everyone: true }));
      const message = slack.write("C0ORCHARD", "U0BOB0000", "Me too");
      await deliverFromSlack(service.url, slack.payload("C0ORCHARD", message).body);
      await expect
        .poll(async () => (await read(everyone.id)).trigger.sessions_created_count, { timeout: 15_000 })
        .toBe(1);
      expect((await read(members.id)).history).toMatchObject([
        {
          outcome: "filtered",
          reason: expect.stringContaining("Bob is not a member of the bot's workspace"),
        },
      ]);
      const fromMember = slack.write("C0ORCHARD", "U0EVE0000", "And me");
      await deliverFromSlack(service.url, slack.payload("C0ORCHARD", fromMember).body);
      await expect
        .poll(async () => (await read(members.id)).trigger.sessions_created_count, { timeout: 15_000 })
        .toBe(1);
      expect((await read(listed.id)).history).toMatchObject([
        { outcome: "filtered", reason: expect.stringContaining("Eve is not among the people") },
        { outcome: "filtered", reason: expect.stringContaining("Bob is not among the people") },
      ]);
    },
  );

  it("that is hostile is no error of the service", async () => {
    await made(chat({ allow_everyone: true }));
    const events = [
      {},
      { type: "message" },
      { type: "message", channel: 7, ts: [], text: {} },
      { type: "message", channel: "C0ORCHARD", ts: "now", user: "U0ADA0000", text: "x" },
      { type: "message", channel: "C0ORCHARD", ts: "1700000000.000100", user: "__proto__", text: "\u0000" },
      { type: "app_mention", channel: "C".repeat(10_000), ts: "1.1", user: "U", text: "<@".repeat(50_000) },
    ];
    for (const [n, event] of events.entries())
      expect(
        (await deliverFromSlack(service.url, { type: "event_callback", event_id: `EvH${n}`, event })).status,
      ).toBe(200);
    using data = openServiceDatabase(service);
    const left = data.sql.prepare("SELECT COUNT(*) FROM jobs WHERE kind = 'webhook.delivery'").pluck();
    await expect.poll(() => left.get(), { timeout: 15_000 }).toBe(0);
  });
});

describe("a chat condition", () => {
  proves("E57", "X16")(
    "is refused in a sentence if it names no place, or two answers to who may fire it",
    async () => {
      for (const [configuration, sentence] of [
        [{ channel_id: null }, "needs a channel_id"],
        [{ event_type: "passive_listen", thread_ts: "1.1" }, "thread_ts goes with"],
        [{ allow_everyone: true, allowed_user_ids: ["U1"] }, "not both"],
        [{ event_type: "shout" }, "event_type"],
      ] as const) {
        const answer = await call("POST", "", { ...plain, ...chat(configuration) });
        expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(sentence) } });
      }
    },
  );

  proves(
    "E56",
    "E57",
    "X57",
  )("that nobody can fire says so on create and on a change, and in itself", async () => {
    type Saved = {
      trigger: { id: number; conditions: { id: number; problem: string | null }[] };
      warnings?: string[];
    };
    const nobody = expect.stringContaining("Nobody can fire it");
    const created = await service.call<Saved>("POST", "/triggers", {
      ...plain,
      ...chat({ allowed_user_ids: ["ada"] }),
    });
    expect(created).toMatchObject({ status: 201, body: { warnings: [nobody] } });
    const { id, conditions } = created.body.trigger;
    expect(conditions).toMatchObject([{ problem: nobody }]);
    const change = (allowed: object) =>
      service.call<Saved>("PATCH", `/triggers/${id}`, {
        trigger_conditions_attributes: [
          { id: conditions[0]?.id, configuration: { channel_id: "C0ORCHARD", ...allowed } },
        ],
      });
    expect((await change({ allowed_user_ids: ["@ada", "Ada"] })).body.warnings).toEqual([nobody]);
    for (const allowed of [{ allowed_user_ids: ["ada", "U0ADA0000"] }, { allow_everyone: true }, {}]) {
      const { body } = await change(allowed);
      expect(body.warnings).toBeUndefined();
      expect(body.trigger.conditions).toMatchObject([{ problem: null }]);
    }
  });

  it("is created, shown and changed by the tools of MCP, as one of the code host is", async () => {
    await using mcp = await openMcpClient(service, { query: "?tool_groups=triggers" });
    const created = await mcp.says("action_trigger", {
      action: "create",
      name: "Mentions",
      agent_root_name: "orchard",
      prompt_template: "{{text|untrusted}}",
      conditions: [
        { trigger_type: "slack", configuration: { event_type: "bot_mention", allow_everyone: true } },
        { trigger_type: "github_label", configuration: { repos: ["acme/site"], labels: ["fix"] } },
        { trigger_type: "whatsapp", configuration: { chat_id: "123@g.us", mode: "addressed" } },
      ],
    });
    const { trigger } = created.facts as { trigger: { id: number; conditions: { id: number }[] } };
    expect(trigger.conditions).toMatchObject([
      { condition_type: "slack", problem: null },
      { condition_type: "github_label" },
      { condition_type: "whatsapp", problem: null },
    ]);
    const listed = await mcp.says("search_triggers", { trigger_type: "chat", include_channels: true });
    expect(listed.facts).toMatchObject({ channels: [{ id: "C0ORCHARD", name: "orchard" }] });
    expect(listed.text).toContain("- #orchard (ID: C0ORCHARD)");
    const [first] = trigger.conditions;
    const changed = await mcp.says("action_trigger", {
      action: "update",
      id: trigger.id,
      conditions: [
        { id: first?.id, configuration: { event_type: "dm_message", allowed_user_ids: ["U0ADA0000"] } },
      ],
    });
    expect(changed.facts).toMatchObject({
      trigger: { conditions: [{ configuration: { event_type: "dm_message" } }, {}, {}] },
    });
  });
});

describe("trying a condition", () => {
  interface Tried {
    fires: number;
    note: string | null;
    events: { outcome: string; summary: string; prompt: string | null; reason: string | null }[];
    payload: unknown;
  }
  const tried = (body: object) => service.board.call<Tried>("POST", "/triggers/try", body);
  const condition = {
    condition_type: "chat",
    configuration: { channel_id: "C0ORCHARD" },
    prompt_template: "{{author}}: {{text}}",
    coalesce_window_seconds: 0,
  };

  it("says what the last day's messages would have started, and starts nothing", async () => {
    slack.write("C0ORCHARD", "U0ADA0000", "Try this");
    const before = await service.call<{ sessions: unknown[] }>("GET", "/sessions");
    const { status, body } = await tried(condition);
    expect(status).toBe(200);
    expect(body.events.at(-1)).toMatchObject({ outcome: "fires", prompt: "Ada: Try this" });
    expect(body.events.find(({ summary }) => summary.startsWith("Bob"))).toMatchObject({
      outcome: "filtered",
      reason: expect.stringContaining("Bob is not a member"),
      prompt: null,
    });
    expect((await service.call<{ sessions: unknown[] }>("GET", "/sessions")).body.sessions).toHaveLength(
      before.body.sessions.length,
    );
  });

  it("takes the sample that it offers, and one that is changed", async () => {
    const offered = await service.board.call<Tried>("POST", "/triggers/sample", condition);
    const payload = offered.body.payload as { event: Record<string, string> };
    expect(payload.event).toMatchObject({ type: "message", channel: "C0ORCHARD" });
    const everyone = { ...condition, configuration: { ...condition.configuration, allow_everyone: true } };
    expect((await tried({ ...everyone, payload })).body).toMatchObject({ fires: 1, note: null });
    const elsewhere = { ...payload, event: { ...payload.event, channel: "C0OTHER00" } };
    expect((await tried({ ...everyone, payload: elsewhere })).body).toMatchObject({
      fires: 0,
      note: expect.stringContaining("something else"),
    });
    for (const nonsense of [null, 7, "x", [], { event: [] }])
      expect((await tried({ ...everyone, payload: nonsense })).body.fires).toBe(0);
  });

  it("knows the runs of a schedule and what happened to sessions", async () => {
    const hourly = { interval: 1, unit: "hours" };
    const schedule = { condition_type: "schedule", configuration: hourly, prompt_template: "{{date}}" };
    expect((await tried(schedule)).body).toMatchObject({ fires: 24 });
    const event = { condition_type: "ao_event", configuration: { event_name: "session_needs_input" } };
    expect((await tried({ ...event, prompt_template: "{{event}}" })).status).toBe(200);
    const system = { condition_type: "system_event", configuration: { event_name: "quota_available" } };
    expect((await tried({ ...system, prompt_template: "x" })).body.note).toContain("not kept");
  });

  it("refuses a condition that could not be saved", async () => {
    expect((await tried({ ...condition, configuration: {} })).status).toBe(422);
    expect((await tried({ ...condition, condition_type: "pigeon" })).status).toBe(422);
  });
});

describe("the chat bridge", () => {
  proves("E64")("lists its chats, and is a 503 while it cannot be reached", async () => {
    expect((await call("GET", "/whatsapp_chats")).body).toEqual({
      chats: [{ chat_id: "123@g.us", name: "Pickers", is_group: true }],
    });
    bridge.state.isDown = true;
    expect(await call("GET", "/whatsapp_chats")).toMatchObject({
      status: 503,
      body: { error: "Chat bridge unreachable" },
    });
    bridge.state.isDown = false;
  });
});

const plain = { name: "Pick", agent_root_name: "orchard" };
