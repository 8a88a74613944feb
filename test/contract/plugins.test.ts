import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { PluginInvocation } from "../../server/domains/automation/integrations/model.ts";
import type { BoardService } from "../support/board.ts";
import { type Invoked, openPluginBed, type PluginBed, pluginCalls } from "../support/plugins.ts";
import { atRest } from "../support/service.ts";
import { heldSession, sessionOf } from "../support/sessions.ts";
import { triggerCalls } from "../support/triggers.ts";
import { proves } from "./proves.ts";

let bed: PluginBed;
let service: BoardService;

beforeAll(async () => {
  bed = await openPluginBed();
  ({ service } = bed);
});
afterAll(() => bed[Symbol.asyncDispose]());

const { made } = triggerCalls(() => service);
const { invoke, manage, mcp, offered, plugin, tool } = pluginCalls(() => service);

const secretTemplate = "#script say {{title}} of {{author}}. The cellar key is under the mat.";

describe("a plugin", () => {
  proves(
    "E67",
    "R110",
    "R214",
  )("sees its own triggers, and nothing of what they are made of", async () => {
    const mine = await made({ name: "Mine", prompt_template: secretTemplate, max_sessions_per_minute: 7 });
    await made({ name: "Another's" });
    const { app, key } = await plugin([mine.id], { description: "Sends mail here" });
    const { status, body } = await offered(key.secret);
    expect(status).toBe(200);
    expect(body).toEqual({
      external_app: { id: app.id, name: app.name, description: "Sends mail here" },
      triggers: [{ id: mine.id, name: "Mine", variables: ["title", "author"], max_sessions_per_minute: 7 }],
    });
    const bearer = { key: null, headers: { authorization: `Bearer ${key.secret}` } };
    expect((await service.call("GET", "/external_app/triggers", undefined, bearer)).body).toEqual(body);
  });

  proves(
    "E68",
    "R113",
    "R214",
  )("fires a trigger, and its session is stamped with both", async () => {
    const trigger = await made({ name: "Mail", status: "disabled", prompt_template: secretTemplate });
    const { app, key } = await plugin([trigger.id]);
    const { status, body } = await invoke(key.secret, trigger.id, { title: "Pears", labels: ["a", "b"] });
    expect(status).toBe(201);
    const { session } = body;
    expect(body).toEqual({
      outcome: "fired",
      fired: true,
      message: expect.any(String),
      trigger: { id: trigger.id, name: "Mail" },
      session: {
        id: expect.any(Number),
        status: expect.any(String),
        url: `${service.url}/sessions/${session?.id}`,
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/cellar|orchard/);
    expect(await sessionOf(service, session?.id ?? 0)).toMatchObject({
      genesis: "api",
      prompt: "#script say Pears of . The cellar key is under the mat.",
      metadata: {
        trigger_id: trigger.id,
        trigger_name: "Mail",
        external_app_id: app.id,
        external_app_name: app.name,
      },
    });
    const shown = (await manage("GET", `/${app.id}`)).body;
    expect(shown.external_app.last_invoked_at).not.toBeNull();
    expect(shown.recent_sessions).toMatchObject([{ id: session?.id }]);
    const pressed = await service.board.call<Invoked>("POST", `/triggers/${trigger.id}/invoke`, {});
    const { metadata, genesis } = await sessionOf(service, pressed.body.session?.id ?? 0);
    expect(genesis).toBe("web_ui");
    expect(Object.keys(metadata).join()).not.toContain("external_app");
  });

  proves("E68", "R113")("goes on with a session that is reused, and leaves no stamp on it", async () => {
    const trigger = await made({ reuse_session: true, enqueue_messages: true });
    const pressed = await service.board.call<Invoked>("POST", `/triggers/${trigger.id}/invoke`, {});
    const id = pressed.body.session?.id ?? 0;
    await service.waitFor(id, atRest);
    const { key } = await plugin([trigger.id]);
    expect((await invoke(key.secret, trigger.id)).body).toMatchObject({ outcome: "fired", session: { id } });
    expect(Object.keys((await sessionOf(service, id)).metadata).join()).not.toContain("external_app");
  });

  proves("E68", "R110")(
    "is answered alike for a trigger that is not on its list and for none at all",
    async () => {
      const other = await made();
      const { app, key } = await plugin([]);
      const answers = await Promise.all(
        [other.id, 999_999, "nothing", "%20"].map((id) => invoke(key.secret, id)),
      );
      const [first] = answers;
      expect(first).toMatchObject({
        status: 404,
        body: {
          outcome: "not_found",
          fired: false,
          error: "Not found",
          messages: [expect.any(String)],
          trigger: null,
          session: null,
        },
      });
      expect(first?.body.message).toBe(first?.body.messages?.join(", "));
      for (const { status, body } of answers)
        expect({ status, body }).toEqual({ status: 404, body: first?.body });
      expect((await manage("GET", `/${app.id}`)).body.external_app.last_invoked_at).toBeNull();
    },
  );

  proves(
    "E68",
    "R111",
    "X37",
  )("fills in nine variables, and is refused any other", async () => {
    const trigger = await made({ prompt_template: "#script say {{text}}{{channel_id}}" });
    const { key } = await plugin([trigger.id]);
    for (const variables of [
      { channel_id: "C123" },
      { message_ts: "1.1" },
      { thread_ts: "1.1" },
      { author_id: "U12" },
      { weather: "fair" },
      { time: "09:00" },
      { __proto__: null, constructor: "x" },
      { text: "x".repeat(10_001) },
      { labels: ["x".repeat(6_000), "y".repeat(6_000)] },
      { text: { deep: 1 } },
      ["text"],
      "text",
    ]) {
      const { status, body } = await invoke(key.secret, trigger.id, variables);
      expect({ status, body }, JSON.stringify(variables).slice(0, 100)).toMatchObject({
        status: 422,
        body: { outcome: "invalid_variables", error: "Invalid variables", session: null },
      });
    }
    const longest = await invoke(key.secret, trigger.id, { text: "x".repeat(10_000), labels: "a" });
    expect(longest.status).toBe(201);
  });

  proves(
    "E68",
    "X36",
    "R113",
  )("over its cap is told 429 of a notice, and then of nothing", async () => {
    const trigger = await made({ max_sessions_per_minute: 1 });
    const { key } = await plugin([trigger.id]);
    expect((await invoke(key.secret, trigger.id)).status).toBe(201);
    const notice = await invoke(key.secret, trigger.id);
    expect(notice).toMatchObject({
      status: 429,
      body: {
        outcome: "burst_notice",
        fired: false,
        error: "Burst notice",
        session: { id: expect.any(Number) },
      },
    });
    const { metadata } = await sessionOf(service, notice.body.session?.id ?? 0);
    expect(Object.keys(metadata).join()).not.toContain("external_app");
    expect(await invoke(key.secret, trigger.id)).toMatchObject({
      status: 429,
      body: { outcome: "burst_suppressed", error: "Burst suppressed", session: null },
    });
  });

  proves("E68")("returns the session that is still active", async () => {
    const trigger = await made({
      skip_if_pending_session: true,
      prompt_template: `#script wait_file path=${join(service.folder, "gate")}\n#script say Done.`,
    });
    const { key } = await plugin([trigger.id]);
    const first = await invoke(key.secret, trigger.id);
    expect(await invoke(key.secret, trigger.id)).toMatchObject({
      status: 409,
      body: { outcome: "pending_session", error: "Pending session", session: { id: first.body.session?.id } },
    });
    await service.call("POST", `/sessions/${first.body.session?.id}/archive`, { force: true });
  });

  proves("E68")("returns an error when the session to reuse cannot continue", async () => {
    const { session, release } = await heldSession(service);
    const trigger = await made({ reuse_session: true, last_session_id: session.id });
    const { key } = await plugin([trigger.id]);
    expect(await invoke(key.secret, trigger.id)).toMatchObject({
      status: 422,
      body: { outcome: "not_reusable", fired: false, error: "Not reusable" },
    });
    await release();
  });

  proves("E68", "R110")("learns nothing of why the service could not fire", async () => {
    const trigger = await made({ agent_root_name: "cellar" });
    const { key } = await plugin([trigger.id]);
    const { status, body } = await invoke(key.secret, trigger.id);
    expect(status).toBe(422);
    expect(body).toMatchObject({ outcome: "error", error: "Error", session: null });
    expect(JSON.stringify(body)).not.toContain("cellar");
    expect(bed.log.has("warn", "[external_app]", `trigger ${trigger.id}`, "cellar")).toBe(true);
  });
});

describe("POST /mcp/external_app", () => {
  proves("E70", "R112")("has two tools, whatever the query says", async () => {
    const trigger = await made();
    const { key } = await plugin([trigger.id]);
    for (const query of ["", "?tool_groups=external_apps", "?allowed_agent_roots=x&session_id=1"]) {
      const { status, body } = await mcp(key.secret, { method: "tools/list" }, query);
      expect(status).toBe(200);
      expect(body.result?.tools?.map(({ name }) => name)).toEqual(["list_triggers", "invoke_trigger"]);
    }
    const { text } = await tool(key.secret, "list_triggers");
    expect(JSON.parse(text)).toEqual((await offered(key.secret)).body);
  });

  proves("E70", "R112")("answers what REST does, and an error for anything but a fire", async () => {
    const trigger = await made();
    const { app, key } = await plugin([trigger.id]);
    const fired = await tool(key.secret, "invoke_trigger", { trigger_id: trigger.id });
    expect(fired.isError).toBe(false);
    const answer = JSON.parse(fired.text) as PluginInvocation;
    expect(answer).toMatchObject({ outcome: "fired", trigger: { id: trigger.id } });
    const { metadata } = await sessionOf(service, answer.session?.id ?? 0);
    expect(metadata).toMatchObject({ external_app_id: app.id });
    for (const [outcome, input] of [
      ["not_found", { trigger_id: 999_999 }],
      ["invalid_variables", { trigger_id: trigger.id, variables: { channel_id: "C123" } }],
    ] as const) {
      const refused = await tool(key.secret, "invoke_trigger", input);
      expect(refused.isError).toBe(true);
      expect(JSON.parse(refused.text)).toMatchObject({ outcome, fired: false, session: null });
    }
    expect((await tool(key.secret, "invoke_trigger", { trigger_id: "1" })).isError).toBe(true);
  });

  proves("E70")("is open to a plugin's key alone, and to POST", async () => {
    const { key } = await plugin([]);
    for (const method of ["GET", "DELETE"]) {
      const response = await fetch(`${service.url}/mcp/external_app`, {
        method,
        headers: { "x-api-key": key.secret },
      });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
    expect((await mcp(service.key, { method: "tools/list" })).status).toBe(401);
    for (const path of ["/mcp", "/api/v1/sessions", "/api/v1/nothing", "/mcp/nothing"]) {
      const response = await fetch(service.url + path, { headers: { "x-api-key": key.secret } });
      expect(response.status, path).toBe(401);
    }
  });
});
