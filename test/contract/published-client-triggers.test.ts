import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Trigger } from "../../server/domains/automation/triggers/model.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { openPublishedClient, type PublishedClient } from "../support/published-client.ts";
import { atRest, type Session, startTestService, type TestService } from "../support/service.ts";
import {
  clonedSession,
  createSession,
  heldSession,
  promptsWith,
  restedSession,
  sessionOf,
} from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let client: PublishedClient;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startTestService({
    environment: { SERVICE_CATALOG: join(import.meta.dirname, "../support/catalog/air.json") },
  });
  client = await openPublishedClient(service);
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await client[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

type Input = Record<string, unknown>;

const act = (action: string, input: Input = {}) => client.says("action_trigger", { action, ...input });
const refused = (action: string, input: Input = {}) => client.refuses("action_trigger", { action, ...input });
const idIn = (text: string): number => Number(/\*\*(?:Trigger )?ID:\*\* (\d+)/.exec(text)?.[1]);
const triggerOf = (id: number) => service.call<{ trigger: Trigger }>("GET", `/triggers/${id}`);

const nightly = {
  name: "Nightly",
  trigger_type: "schedule",
  agent_root_name: "orchard-api",
  prompt_template: "Count the trees.",
  configuration: { interval: 1, unit: "days", time: "02:00", timezone: "Europe/Berlin" },
};

describe("action_trigger", () => {
  proves(
    "E57",
    "E58",
    "E59",
    "E60",
    "X16",
  )("makes, changes, turns off and removes a trigger", async () => {
    const text = await act("create", { ...nightly, goal: "codebase-question", mcp_servers: ["clock"] });
    expect(text).toMatch(
      /^## Trigger Created\n\n- \*\*ID:\*\* \d+\n- \*\*Name:\*\* Nightly\n- \*\*Conditions:\*\* schedule\n- \*\*Status:\*\* enabled\n- \*\*Agent Root:\*\* orchard-api$/,
    );
    const id = idIn(text);
    const [condition] = (await triggerOf(id)).body.trigger.conditions;
    const changed = { name: "Nightly count", configuration: { ...nightly.configuration, time: "03:00" } };
    expect(await act("update", { id, ...changed })).toContain("- **Name:** Nightly count");
    expect((await triggerOf(id)).body.trigger.conditions).toEqual([
      {
        ...condition,
        configuration: changed.configuration,
        description: "Every day at 03:00 (Europe/Berlin)",
        next_fire_at: expect.any(String),
      },
    ]);
    expect(await act("toggle", { id })).toContain("- **New Status:** disabled");
    expect(await act("delete", { id })).toContain(`Trigger ${id} has been deleted.`);
    expect(await refused("toggle", { id })).toBe(
      "Error managing trigger: API Error (404): Trigger not found",
    );
  });

  proves(
    "E57",
    "R26",
    "R96",
  )("says in a sentence what is wrong", async () => {
    for (const [input, reason] of [
      [
        { configuration: { interval: 1, unit: "days" } },
        "schedule: A schedule in days or weeks needs a time",
      ],
      [
        { trigger_type: "slack", configuration: {} },
        "slack: A condition for new messages needs a channel_id",
      ],
      [{ goal: "no-such-goal" }, 'Goal "no-such-goal" is not in the goal catalog'],
      [{ mcp_servers: ["sundial"] }, 'Unknown MCP server "sundial"'],
    ] as const) {
      const text = await refused("create", { ...nightly, ...input });
      expect(text).toContain("Error managing trigger: API Error (422): ");
      expect(text).toContain(reason);
    }
  });
});

describe("search_triggers", () => {
  proves(
    "E55",
    "E56",
    "E63",
    "X16",
  )("lists them, shows one, and tells that there are no channels", async () => {
    const slack = { trigger_type: "slack", configuration: { channel_id: "C1", channel_name: "ops" } };
    const id = idIn(await act("create", { ...nightly, ...slack, name: "Ops" }));
    const list = await client.says("search_triggers", { trigger_type: "slack", include_channels: true });
    expect(list).toContain("## Triggers (1 total, page 1 of 1)");
    expect(list).toContain(
      `### Ops (ID: ${id})\n- **Conditions:** slack | **Status:** enabled | **Sessions:** 0\n  - When a member of the workspace writes a message in #ops`,
    );
    expect(list).toContain("*Could not fetch Slack channels: API Error (503): No chat platform is connected");
    expect(await client.says("search_triggers", { status: "disabled" })).toContain("No triggers found.");
    const one = await client.says("search_triggers", { id });
    expect(one).toContain(
      "- **Agent Root:** orchard-api\n- **Reuse Session:** No\n- **MCP Servers:** (none)",
    );
    expect(one).toContain('"channel_id": "C1"');
    const invoked = await service.call<{ session: Session }>("POST", `/triggers/${id}/invoke`, {});
    expect(await client.says("search_triggers", { id })).toContain(`- **#${invoked.body.session.id}** `);
    expect(await client.refuses("search_triggers", { id: 987_654 })).toBe(
      "Error searching triggers: API Error (404): Trigger not found",
    );
  });
});

/** The queue looks at its rows when a wake is added. */
async function makeDue(id: number): Promise<void> {
  data.sql
    .prepare("UPDATE jobs SET run_at = 0 WHERE id IN (SELECT job_id FROM wakes WHERE session_id = ?)")
    .run(id);
  await client.says("wake_me_up_later", { ...later, session_id: (await createSession(service)).id });
}

const later = {
  wake_at: "2099-01-01T09:00:00",
  timezone: "Europe/Berlin",
  prompt: "#script say Good morning {{date}}.",
};

describe("wake_me_up_later", () => {
  proves("R102", "R50")("puts a session to sleep, wakes it, and leaves no trigger behind", async () => {
    const target = await restedSession(service);
    const text = await client.says("wake_me_up_later", { ...later, session_id: target.id });
    expect(text).toContain(`## Wake-Up Scheduled Successfully\n\n- **Session ID:** ${target.id}\n`);
    const id = idIn(text);
    expect((await triggerOf(id)).body.trigger).toMatchObject({
      name: `Wake session #${target.id} at 2099-01-01T09:00:00`,
      reuse_session: true,
      last_session_id: target.id,
      conditions: [
        { condition_type: "schedule", description: "Once at 2099-01-01 09:00:00 (Europe/Berlin)" },
      ],
    });
    expect(await sessionOf(service, target.id)).toMatchObject({
      status: "waiting",
      deliberate_sleep_at: expect.any(String),
    });
    await makeDue(target.id);
    await service.waitFor(target.id, ({ status }) => status === "needs_input");
    expect(promptsWith(service, "Good morning 2099-01-01.").length).toBeGreaterThan(0);
    expect((await triggerOf(id)).status).toBe(404);
  });

  proves("R102")("is taken back with its trigger, and moved with it", async () => {
    const target = await restedSession(service);
    const id = idIn(await client.says("wake_me_up_later", { ...later, session_id: target.id }));
    const wakes = data.sql.prepare("SELECT state, prompt FROM wakes WHERE session_id = ? ORDER BY id");
    await act("update", { id, prompt_template: "Get up." });
    expect(wakes.all(target.id)).toMatchObject([
      { state: "cancelled" },
      { state: "armed", prompt: "Get up." },
    ]);
    await act("toggle", { id });
    expect((await sessionOf(service, target.id)).status).toBe("needs_input");
    await act("toggle", { id });
    expect((await sessionOf(service, target.id)).status).toBe("waiting");
    const [condition] = (await triggerOf(id)).body.trigger.conditions;
    const without = { conditions: [{ id: condition?.id, _destroy: true }] };
    expect((await service.call("PATCH", `/triggers/${id}`, without)).status).toBe(200);
    expect((await sessionOf(service, target.id)).status).toBe("needs_input");
    const { condition_type, configuration } = condition ?? {};
    const again = { conditions: [{ condition_type, configuration }] };
    expect((await service.call("PATCH", `/triggers/${id}`, again)).status).toBe(200);
    expect((await sessionOf(service, target.id)).status).toBe("waiting");
    await act("delete", { id });
    expect(wakes.all(target.id).map((wake) => (wake as { state: string }).state)).not.toContain("armed");
    expect((await sessionOf(service, target.id)).status).toBe("needs_input");
  });

  proves("R102")("ends with the session that it would wake", async () => {
    const target = await restedSession(service);
    const id = idIn(await client.says("wake_me_up_later", { ...later, session_id: target.id }));
    await service.call("POST", `/sessions/${target.id}/archive`);
    expect((await triggerOf(id)).status).toBe(404);
    const deleted = await restedSession(service);
    const gone = idIn(await client.says("wake_me_up_later", { ...later, session_id: deleted.id }));
    await service.call("DELETE", `/sessions/${deleted.id}`);
    expect((await triggerOf(gone)).status).toBe(404);
    expect(await client.refuses("wake_me_up_later", { ...later, session_id: target.id })).toContain(
      'is in "archived" state and cannot be scheduled for wake-up',
    );
  });
});

describe("wake_me_up_when_session_changes_state", () => {
  const event = { event_name: "session_archived", prompt: "Look." };

  const watch = (input: Input) => client.says("wake_me_up_when_session_changes_state", input);

  /** News is told by jobs; those that settle first are told now. The queue looks when a wake is added. */
  async function hasten(): Promise<void> {
    data.sql.prepare("UPDATE jobs SET run_at = 0 WHERE kind = 'trigger.news'").run();
    await client.says("wake_me_up_later", { ...later, session_id: (await createSession(service)).id });
  }

  proves(
    "R102",
    "E57",
    "R50",
  )("wakes a session for whichever comes first, and ends its other wakes", async () => {
    const target = await restedSession(service);
    const { session: watched, release } = await heldSession(service);
    const ids = [];
    for (const event_name of ["session_needs_input", "session_failed", "session_archived"]) {
      const prompt = `#script say Heard ${event_name}.`;
      const text = await watch({ session_id: target.id, watched_session_id: watched.id, event_name, prompt });
      expect(text).toContain("## Wake-Up Scheduled Successfully");
      ids.push(idIn(text));
    }
    ids.push(idIn(await client.says("wake_me_up_later", { ...later, session_id: target.id })));
    expect((await triggerOf(ids[0] ?? 0)).body).toMatchObject({
      trigger: { conditions: [{ description: `When session #${watched.id} needs input, once` }] },
    });
    expect(await sessionOf(service, target.id)).toMatchObject({
      status: "waiting",
      deliberate_sleep_at: expect.any(String),
    });
    await release();
    await service.waitFor(watched.id, atRest);
    await hasten();
    await service.waitFor(target.id, atRest);
    expect(promptsWith(service, "Heard session_needs_input.")).toContainEqual(
      expect.stringContaining(`Session #${watched.id} (`),
    );
    for (const id of ids) expect((await triggerOf(id)).status).toBe(404);
    expect(promptsWith(service, "Heard session_archived.")).toEqual([]);
  });

  proves("R102")("has a session that watched in vain told of it", async () => {
    const target = await restedSession(service);
    const watched = await clonedSession(service);
    const wait = { session_id: target.id, watched_session_id: watched.id, event_name: "session_failed" };
    const id = idIn(await watch({ ...wait, prompt: "#script say It failed." }));
    await service.call("POST", `/sessions/${watched.id}/archive`);
    await service.waitFor(target.id, atRest);
    expect(promptsWith(service, "can no longer come")).toContainEqual(
      expect.stringContaining(`Session #${watched.id} (`),
    );
    expect((await triggerOf(id)).status).toBe(404);
  });

  proves("E57")("is refused for a session that is not there, and for the session itself", async () => {
    const { id } = await createSession(service);
    const self = { ...event, session_id: id, watched_session_id: id };
    expect(await client.refuses("wake_me_up_when_session_changes_state", self)).toContain(
      "cannot watch itself",
    );
    const unknown = { ...event, session_id: id, watched_session_id: 987_654 };
    expect(await client.refuses("wake_me_up_when_session_changes_state", unknown)).toContain(
      "Session not found",
    );
    const conditions = [
      { condition_type: "ao_event", configuration: { event_name: "session_failed", watched_session_id: id } },
    ];
    const { status, body } = await service.call("POST", "/triggers", {
      name: "Loop",
      agent_root_name: "orchard-api",
      prompt_template: "Look.",
      reuse_session: true,
      last_session_id: id,
      conditions,
    });
    expect([status, body["message"]]).toEqual([422, "A session cannot wait for its own changes"]);
  });
});
