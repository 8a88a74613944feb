import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Trigger } from "../../server/domains/automation/triggers/model.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { type McpClient, openMcpClient } from "../support/mcp-client.ts";
import { askQuestion } from "../support/questions.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let mcp: McpClient;

beforeAll(async () => {
  const SERVICE_CATALOG = join(import.meta.dirname, "../support/catalog/air.json");
  service = await startTestService({ environment: { SERVICE_CATALOG } });
  mcp = await openMcpClient(service);
});
afterAll(async () => {
  await mcp[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe("a question from a session's MCP server", () => {
  proves("X9")("is answered by a tool with a key, which REST refuses", async () => {
    const { id } = await createSession(service);
    const requestedSchema = { properties: { colour: { type: "string" as const } }, required: ["colour"] };
    const asked = await askQuestion(service, id, { id: "q-1", message: "Which colour?", requestedSchema });
    const answer = { request_id: "q-1", action_type: "accept", content: { colour: "green" } };
    expect((await service.call("PATCH", "/elicitations/q-1/respond", answer)).status).toBe(403);
    const { text, facts } = await mcp.says("respond_to_elicitation", answer);
    expect(text).toMatch(/^## Question Answered/);
    expect(facts).toMatchObject({ action: "accept", content: { colour: "green" } });
    expect(await asked.outcome()).toMatchObject({ action: "accept", content: { colour: "green" } });
    expect(await mcp.refuses("respond_to_elicitation", answer)).toMatch(/^Error \(/);
  });
});

describe("triggers", () => {
  const template = { name: "Pick", agent_root_name: "router", prompt_template: "Pick {{title}}." };
  const daily = { interval: 1, unit: "days", time: "09:00", timezone: "UTC" };

  proves("R222")("are created, changed, turned off and deleted with the rules of REST", async () => {
    const created = await mcp.says<{ trigger: Trigger }>("action_trigger", {
      action: "create",
      ...template,
      trigger_type: "schedule",
      configuration: daily,
    });
    const { id, conditions } = created.facts.trigger;
    expect(created.text).toMatch(/^## Trigger Created\n\n- \*\*Name:\*\* Pick\n/);
    expect(created.text).toContain("### Prompt Template\n\n```\nPick {{title}}.\n```");
    const change = { action: "update", id, configuration: { ...daily, time: "10:00" } };
    const changed = await mcp.says<{ trigger: Trigger }>("action_trigger", change);
    expect(changed.facts.trigger.conditions).toEqual([
      expect.objectContaining({
        id: conditions[0]?.id,
        configuration: expect.objectContaining({ time: "10:00" }),
      }),
    ]);
    const toggled = await mcp.says("action_trigger", { action: "toggle", id });
    expect(toggled.facts).toMatchObject({ trigger: { status: "disabled" } });
    const one = await mcp.says("search_triggers", { id });
    const { body } = await service.call("GET", `/triggers/${id}`);
    expect(one.facts).toEqual(body);
    expect((await mcp.says("search_triggers")).text).toContain("Found 1 trigger (page 1 of 1):");
    expect((await mcp.says("search_triggers", { trigger_type: "schedule" })).text).toContain(
      `### Pick (ID: ${id})`,
    );
    const issues = { trigger_type: "code_host_issue", configuration: { repos: ["acme/site"] } };
    await mcp.says("action_trigger", { ...change, conditions: [issues], configuration: undefined });
    expect((await mcp.says("search_triggers", { id })).text).toContain(
      "Does not fire at present: GitHub is not connected",
    );
    await mcp.says("action_trigger", { action: "delete", id });
    expect((await mcp.says("search_triggers", { include_channels: true })).text).toBe(
      "## Triggers\n\nNo triggers found.\n\n### Channels\n\nNot known: No chat platform is connected to this service.",
    );
  });

  proves("R89", "R222")(
    "are refused for the same reasons as over REST, and for session reuse that would be dropped",
    async () => {
      for (const [input, error] of [
        [
          { action: "create", ...template, enqueue_messages: true },
          /enqueue_messages needs reuse_session to be on/,
        ],
        [
          { action: "create", ...template, resuscitate_archived: true },
          /resuscitate_archived needs reuse_session/,
        ],
        [{ action: "create", ...template, mcp_servers: ["no-such-server"] }, /no-such-server/],
        [{ action: "create", name: "Nameless" }, /agent_root_name/],
        [{ action: "toggle" }, /toggle needs an id/],
        [{ action: "invoke", id: 987_654 }, /Trigger not found/],
      ] as const)
        expect(await mcp.refuses("action_trigger", input)).toMatch(error);
    },
  );

  proves("R222")("that are invoked too often are suppressed as over REST", async () => {
    const limited = { action: "create", ...template, max_sessions_per_minute: 1 };
    const { facts } = await mcp.says<{ trigger: Trigger }>("action_trigger", limited);
    const { id } = facts.trigger;
    const invoke = { action: "invoke", id, variables: { title: "apples" } };
    const fired = await mcp.says<{ session: { id: number } }>("action_trigger", invoke);
    expect(fired.text).toMatch(/^## Trigger Invoked\n\n- \*\*Trigger:\*\* Pick/);
    expect(fired.facts.session.id).toBeGreaterThan(0);
    await mcp.says("action_trigger", invoke);
    expect(await mcp.refuses("action_trigger", invoke)).toMatch(/^Error \(Burst suppressed\)/);
    await mcp.says("action_trigger", { action: "delete", id });
  });

  test("of other agent roots are closed to who is held to some", async () => {
    const { facts } = await mcp.says<{ trigger: Trigger }>("action_trigger", {
      action: "create",
      ...template,
    });
    await using held = await openMcpClient(service, { query: "?allowed_agent_roots=orchard-api" });
    const { id } = facts.trigger;
    for (const input of [
      { action: "create", ...template },
      { action: "delete", id },
      { action: "create", ...template, agent_root_name: "orchard-api", mcp_servers: ["ledger"] },
      { action: "create", ...template, agent_root_name: "orchard-api", plugins: ["review-kit"] },
    ])
      expect(await held.refuses("action_trigger", input)).toMatch(/^Error \(Not allowed here\)/);
    expect((await held.says("search_triggers")).text).toContain("No triggers found.");
    await mcp.says("action_trigger", { action: "delete", id });
  });
});

describe("the inbox", () => {
  test("is read, marked and emptied", async () => {
    const rested = await restedSession(service);
    using data = openServiceDatabase(service);
    data.silenceFinishedNotices();
    await mcp.says("send_push_notification", { session_id: rested.id, message: "Look here" });
    const { facts } = await mcp.says<{ notifications: { id: number; message: string }[] }>(
      "get_notifications",
      {
        status: "unread",
      },
    );
    const entry = facts.notifications.find(({ message }) => message === "Look here");
    expect(await mcp.refuses("action_notification", { action: "dismiss", id: entry?.id })).toMatch(
      /^Error \(Cannot dismiss/,
    );
    await mcp.says("action_notification", { action: "mark_read", id: entry?.id });
    expect((await mcp.says("get_notifications", { id: entry?.id })).text).toContain("- **Read:** yes");
    await mcp.says("action_notification", { action: "dismiss", id: entry?.id });
    await mcp.says("action_notification", { action: "mark_all_read" });
    expect((await mcp.says("get_notifications", { badge_only: true })).facts).toEqual({ pending_count: 0 });
    await mcp.says("action_notification", { action: "dismiss_all_read" });
    expect((await mcp.says("get_notifications")).text).toContain("The inbox is empty.");
    expect(await mcp.refuses("action_notification", { action: "dismiss" })).toContain("dismiss needs an id");
  });
});
