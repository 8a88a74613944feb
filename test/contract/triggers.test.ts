import { afterAll, beforeAll, describe, expect } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { sessionOf } from "../support/sessions.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { makeOrchard, plainTrigger, triggerCalls, writeOrchard } from "../support/triggers.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let folder: TestFolder;

beforeAll(async () => {
  folder = await makeTestFolder();
  await makeOrchard(folder);
  await writeOrchard(folder, ["prune", "graft"]);
  service = await startBoardService({ environment: { SERVICE_CATALOG: folder.at("air.json") } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const { call, made, invoke, patch, read } = triggerCalls(() => service);

describe("a trigger", () => {
  proves(
    "E56",
    "E57",
    "E59",
    "R91",
    "R92",
  )("is kept as it was sent, with what follows from it", async () => {
    const trigger = await made();
    expect(trigger).toEqual({
      id: expect.any(Number),
      name: "Pick",
      status: "enabled",
      failed_at: null,
      last_error: null,
      agent_root_name: "orchard",
      agent_root_missing_from_catalog: false,
      unresolved_catalog_references: {},
      prompt_template: "#script say Picked.",
      goal: null,
      reuse_session: false,
      enqueue_messages: false,
      resuscitate_archived: false,
      skip_if_pending_session: false,
      skip_if_pending_session_inert: false,
      last_session_id: null,
      max_sessions_per_minute: null,
      bursting: false,
      coalesce_window_seconds: null,
      effective_coalesce_window_seconds: 60,
      coalesce_window_inert: false,
      scheduling_class: null,
      effective_scheduling_class: "spot",
      precedence: null,
      sandbox: null,
      mcp_servers: [],
      catalog_skills: [],
      catalog_hooks: [],
      catalog_plugins: [],
      conditions: [],
      next_fire_at: null,
      last_outcome: null,
      missed_fire_count: 0,
      first_missed_fire_at: null,
      last_triggered_at: null,
      sessions_created_count: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await read(trigger.id)).toEqual({ trigger, recent_sessions: [], history: [] });
    expect((await call("DELETE", `/${trigger.id}`)).status).toBe(204);
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/toggle"],
      ["POST", "/toggle_enqueue_messages"],
      ["POST", "/toggle_resuscitate_archived"],
      ["POST", "/invoke"],
    ] as const)
      expect(
        (await call(method, `/${trigger.id}${path}`, method === "GET" ? undefined : {})).status,
        path,
      ).toBe(404);
  });

  proves(
    "E57",
    "E58",
    "R26",
    "R96",
  )("is refused in a sentence, and nothing of it is kept", async () => {
    const { id } = await made();
    const before = await read(id);
    for (const [change, sentence] of [
      [{ name: " " }, "name"],
      [{ prompt_template: "\n" }, "The template is blank"],
      [{ goal: "no-such-goal" }, 'Goal "no-such-goal" is not in the goal catalog'],
      [{ catalog_skills: ["juggle"] }, 'Unknown skill "juggle"'],
      [{ mcp_servers: ["sundial"] }, 'Unknown MCP server "sundial"'],
      [{ status: "failed" }, "Only the service sets the status failed"],
      [{ status: "asleep" }, 'Unknown status "asleep"'],
      [{ scheduling_class: "express" }, 'Unknown scheduling_class "express"'],
      [{ max_sessions_per_minute: 0 }, "max_sessions_per_minute"],
      [{ last_session_id: 1 }, "last_session_id needs reuse_session to be on"],
      [{ reuse_session: true, last_session_id: 987_654 }, "There is no session 987654"],
      [{ name: "New", conditions: [{ condition_type: "pigeon" }] }, 'Unknown condition_type "pigeon"'],
      [{ name: "New", conditions: [{ id: 987_654 }] }, "This trigger has no condition 987654"],
    ] as const) {
      for (const answer of [
        await patch(id, change),
        await call("POST", "", { ...plainTrigger, ...change }),
      ]) {
        expect(answer.status, sentence).toBe(422);
        expect(answer.body.message).toContain(sentence);
      }
      expect(await read(id)).toEqual(before);
    }
    for (const field of ["name", "agent_root_name", "prompt_template"])
      expect((await call("POST", "", { ...plainTrigger, [field]: undefined })).status, field).toBe(422);
  });

  proves("R87")("may name a missing root, and returns a warning", async () => {
    const { body } = await call("POST", "", { ...plainTrigger, agent_root_name: "vineyard" });
    expect(body.trigger.agent_root_missing_from_catalog).toBe(true);
    expect(body.warnings).toEqual([expect.stringContaining('no agent root named "vineyard"')]);
    const { status, body: refused } = await invoke(body.trigger.id);
    expect([status, refused.error]).toEqual([422, "Invalid agent_root"]);
    expect((await patch(body.trigger.id, { agent_root_name: "orchard" })).body).not.toHaveProperty(
      "warnings",
    );
  });

  proves("E60", "R86")("is turned off and on", async () => {
    const { id } = await made();
    const toggled = async () => (await call("POST", `/${id}/toggle`)).body.trigger.status;
    expect([await toggled(), await toggled()]).toEqual(["disabled", "enabled"]);
  });

  proves(
    "R86",
    "E60",
    "E58",
  )("that failed is mended by whatever moves it on", async () => {
    using data = openServiceDatabase(service);
    const fail = data.sql.prepare(
      "UPDATE triggers SET status = 'failed', failed_at = 1000, last_error = 'No' WHERE id = ?",
    );
    const { id } = await made();
    fail.run(id);
    expect((await read(id)).trigger).toMatchObject({
      status: "failed",
      failed_at: "1970-01-01T00:00:01Z",
      last_error: "No",
    });
    expect((await patch(id, { name: "Still" })).body.trigger.status).toBe("failed");
    const well = { failed_at: null, last_error: null };
    expect((await call("POST", `/${id}/toggle`)).body.trigger).toMatchObject({
      ...well,
      status: "enabled",
    });
    fail.run(id);
    expect((await patch(id, { status: "disabled" })).body.trigger).toMatchObject({
      ...well,
      status: "disabled",
    });
  });

  proves(
    "E61",
    "E62",
    "R89",
    "X2",
  )("has switches that mean something only where it reuses a session", async () => {
    const off = await made({ enqueue_messages: true, resuscitate_archived: true });
    expect(off).toMatchObject({ enqueue_messages: false, resuscitate_archived: false });
    for (const field of ["enqueue_messages", "resuscitate_archived"] as const) {
      const refused = await call("POST", `/${off.id}/toggle_${field}`);
      expect(refused).toMatchObject({ status: 422, body: { error: "Validation failed", trigger: off } });
      expect(refused.body.message).toContain("needs reuse_session to be on");
      const on = await made({ reuse_session: true, [field]: true });
      expect(on[field]).toBe(true);
      expect((await call("POST", `/${on.id}/toggle_${field}`)).body.trigger[field]).toBe(false);
      await patch(on.id, { [field]: true });
      expect((await patch(on.id, { reuse_session: false })).body.trigger[field]).toBe(false);
    }
  });

  proves(
    "R92",
    "R94",
    "X16",
  )("says what its conditions make of it", async () => {
    const slack = { condition_type: "slack", configuration: { channel_id: "C1" } };
    const schedule = { condition_type: "schedule", configuration: { interval: 1, unit: "hours" } };
    const trigger = await made({ coalesce_window_seconds: 0, trigger_conditions_attributes: [schedule] });
    expect(trigger).toMatchObject({
      coalesce_window_inert: true,
      effective_coalesce_window_seconds: 0,
      effective_scheduling_class: "spot",
    });
    const { body } = await patch(trigger.id, { conditions: [slack] });
    expect(body.trigger).toMatchObject({
      coalesce_window_inert: false,
      effective_scheduling_class: "priority",
    });
    expect(body.warnings?.join()).toContain("Slack is not connected");
    const [first, second] = body.trigger.conditions;
    expect(first).toMatchObject({
      condition_type: "schedule",
      description: "Every hour",
      last_triggered_at: null,
      last_polled_at: null,
    });
    const changed = await patch(trigger.id, {
      trigger_conditions_attributes: [
        { id: first?.id, configuration: { interval: 3, unit: "hours" } },
        { id: second?.id, _destroy: true },
      ],
    });
    expect(changed.body.trigger.conditions).toEqual([
      {
        ...first,
        configuration: { interval: 3, unit: "hours", timezone: "UTC" },
        description: "Every 3 hours",
        next_fire_at: expect.any(String),
      },
    ]);
  });
});

describe("the list of triggers", () => {
  proves("E55", "X16")("goes by condition and status, newest first, in pages", async () => {
    const label = { condition_type: "code_host_label", configuration: { repos: ["a/b"], labels: ["go"] } };
    const one = await made({ conditions: [label] });
    const two = await made({
      status: "disabled",
      conditions: [{ ...label, condition_type: "github_label" }],
    });
    const ids = async (query: string) => (await call("GET", `?${query}`)).body.triggers.map(({ id }) => id);
    expect(await ids("condition_type=github_label")).toEqual([two.id, one.id]);
    expect(await ids("condition_type=code_host_label&status=disabled")).toEqual([two.id]);
    expect(await ids("condition_type=pigeon")).toEqual([]);
    expect(await ids("status=nonsense")).toEqual([]);
    const { body } = await call("GET", "?condition_type=github_label&per_page=1&page=2");
    expect(body.pagination).toEqual({ page: 2, per_page: 1, total_count: 2, total_pages: 2 });
    expect(body.triggers).toEqual([one]);
  });

  proves("E63", "E64")("knows no chats while none are connected", async () => {
    expect(await call("GET", "/channels")).toMatchObject({
      status: 503,
      body: { error: "Chat platform unconfigured" },
    });
    expect(await call("GET", "/whatsapp_chats")).toMatchObject({ status: 503 });
  });
});

describe("the class of a trigger", () => {
  proves("E58", "R94")("is given to what it starts, and a new one to those that still wait", async () => {
    const trigger = await made({ scheduling_class: "spot" });
    const [one, two] = [await invoke(trigger.id), await invoke(trigger.id)].map(
      ({ body }) => body.session?.id ?? 0,
    );
    for (const id of [one, two]) await service.waitFor(id ?? 0, ({ status }) => status === "needs_input");
    expect((await sessionOf(service, one ?? 0)).scheduling_class).toBe("spot");
    // One sleeps and so waits; the other was moved by hand.
    for (const id of [one, two]) await service.call("POST", `/sessions/${id}/sleep`);
    await service.call("PATCH", `/sessions/${two}`, { scheduling_class: "priority" });
    expect((await patch(trigger.id, { name: "Other" })).body).not.toHaveProperty(
      "reclassified_waiting_sessions",
    );
    expect(
      (await patch(trigger.id, { scheduling_class: "priority" })).body.reclassified_waiting_sessions,
    ).toBe(1);
    expect(
      (await patch(trigger.id, { scheduling_class: "priority" })).body.reclassified_waiting_sessions,
    ).toBe(0);
    expect((await sessionOf(service, one ?? 0)).scheduling_class).toBe("priority");
    const { body } = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${one}/logs`);
    expect(body.logs.map(({ content }) => content).join("\n")).toMatch(
      /class changed from spot to priority by API key/,
    );
  });
});

describe("webhooks", () => {
  proves("R140")("are not there while no delivery is switched on", async () => {
    for (const path of ["/webhooks/chat", "/webhooks/code_host"]) {
      const response = await fetch(service.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      expect(response.status, path).toBe(404);
    }
  });
});
