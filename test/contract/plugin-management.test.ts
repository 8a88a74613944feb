import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BoardService } from "../support/board.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { type Managed, openPluginBed, type PluginBed, pluginCalls } from "../support/plugins.ts";
import { sessionOf } from "../support/sessions.ts";
import { triggerCalls } from "../support/triggers.ts";
import { proves } from "./proves.ts";

let bed: PluginBed;
let service: BoardService;

beforeAll(async () => {
  bed = await openPluginBed();
  ({ service } = bed);
});
afterAll(() => bed[Symbol.asyncDispose]());

const { made, patch, call: triggerCall } = triggerCalls(() => service);
const { invoke, manage, mcp, offered, plugin } = pluginCalls(() => service);

describe("the person at the board", () => {
  proves(
    "R115",
    "R116",
    "R214",
  )("mints a key that is shown once, and revokes it", async () => {
    const { app, key } = await plugin([]);
    expect(key.secret).toMatch(/^sbx_[0-9a-f]{64}$/);
    expect(key.fingerprint).toMatch(/^[0-9a-f]{8}$/);
    const listing = await manage("GET", "");
    expect(JSON.stringify(listing.body)).not.toContain(key.secret);
    using data = openServiceDatabase(service);
    expect(data.dump()).not.toContain(key.secret);
    expect(bed.log.has("info", key.secret) || bed.log.has("warn", key.secret)).toBe(false);
    const second = (await manage("POST", `/${app.id}/keys`, { name: "The second" })).body.key;
    expect(second.name).toBe("The second");
    const revoked = await manage("DELETE", `/${app.id}/keys/${key.id}`);
    expect(revoked).toMatchObject({ status: 200, body: { key: { id: key.id, status: "revoked" } } });
    expect((await offered(key.secret)).status).toBe(401);
    expect((await offered(second.secret)).status).toBe(200);
    const other = await plugin([]);
    expect((await manage("DELETE", `/${other.app.id}/keys/${second.id}`)).status).toBe(404);
  });

  proves("R114")("switches a plugin off and on again, with its keys as they were", async () => {
    const trigger = await made();
    const { app, key } = await plugin([trigger.id]);
    await manage("PATCH", `/${app.id}`, { enabled: false });
    for (const answer of [
      await offered(key.secret),
      await invoke(key.secret, trigger.id),
      await invoke(key.secret, 999_999),
      await service.call("POST", `/external_app/triggers/${trigger.id}/invoke`, "{", { key: key.secret }),
      await mcp(key.secret, { method: "tools/list" }),
    ])
      expect(answer.status).toBe(403);
    expect(bed.log.has("warn", "[external_app]", `"${app.name}"`, "switched off")).toBe(true);
    await manage("PATCH", `/${app.id}`, { enabled: true });
    expect((await offered(key.secret)).status).toBe(200);
  });

  proves("R114")("deletes a plugin with its list and its keys, and its sessions stay", async () => {
    const trigger = await made();
    const { app, key } = await plugin([trigger.id]);
    const { body } = await invoke(key.secret, trigger.id);
    expect((await manage("DELETE", `/${app.id}`)).status).toBe(204);
    expect((await offered(key.secret)).status).toBe(401);
    expect((await manage("GET", `/${app.id}`)).status).toBe(404);
    expect((await sessionOf(service, body.session?.id ?? 0)).metadata).toMatchObject({
      external_app_name: app.name,
    });
    using data = openServiceDatabase(service);
    for (const table of ["external_app_triggers", "api_keys"])
      expect(data.sql.prepare(`SELECT 1 FROM ${table} WHERE external_app_id = ?`).all(app.id)).toEqual([]);
  });

  proves("R115")("has no way to manage them over REST", async () => {
    const { app, key } = await plugin([]);
    for (const credential of [service.key, key.secret])
      for (const [method, path] of [
        ["GET", ""],
        ["POST", ""],
        ["DELETE", `/${app.id}`],
        ["POST", `/${app.id}/keys`],
      ] as const) {
        const { status } = await service.call(method, `/external_apps${path}`, undefined, {
          key: credential,
        });
        expect(status).toBe(credential === service.key ? 404 : 401);
      }
  });

  test("returns what is wrong, and changes nothing", async () => {
    const { app } = await plugin([]);
    const wrong = [
      { name: app.name },
      { name: " " },
      { name: "x".repeat(101) },
      { name: "a\u0000b" },
      { name: "Fresh", trigger_ids: [999_999] },
    ];
    const before = (await manage("GET", "")).body.external_apps.length;
    for (const body of wrong) expect((await manage("POST", "", body)).status, JSON.stringify(body)).toBe(422);
    expect((await manage("PATCH", `/${app.id}`, { name: "Kept", trigger_ids: [999_999] })).status).toBe(422);
    expect((await manage("GET", `/${app.id}`)).body.external_app.name).toBe(app.name);
    expect((await manage("GET", "")).body.external_apps).toHaveLength(before);
  });

  proves("R144")("logs each change with who made it", async () => {
    const trigger = await made();
    const { app, key } = await plugin([trigger.id]);
    await invoke(key.secret, trigger.id);
    await invoke(key.secret, 999_999);
    await manage("PATCH", `/${app.id}`, { description: "x" });
    await manage("DELETE", `/${app.id}`);
    const label = `"${app.name}" (id ${app.id})`;
    for (const change of ["registered", "minted key", "changed", "deleted"])
      expect(bed.log.has("warn", "[external_app]", change, label, "by the board"), change).toBe(true);
    expect(bed.log.has("info", `[external_app] ${label} invokes trigger ${trigger.id}`)).toBe(true);
    expect(bed.log.has("warn", "[external_app] refused", label, "trigger 999999", "not_found")).toBe(true);
  });
});

describe("the tool group external_apps", () => {
  proves("R115", "R214")("manages plugins where a client asked for it, and nowhere else", async () => {
    const trigger = await made();
    {
      await using usual = await openMcpClient(service);
      const { tools } = await usual.client.listTools();
      expect(tools.map(({ name }) => name).join()).not.toContain("external_app");
    }
    await using client = await openMcpClient(service, { query: "?tool_groups=external_apps" });
    const { tools } = await client.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search_external_apps", "action_external_app"]);
    const act = (input: Record<string, unknown>) => client.says<Managed>("action_external_app", input);
    const created = await act({ action: "create", name: "Robot", trigger_ids: [trigger.id] });
    const { id } = created.facts.external_app;
    expect(created.facts.external_app).toMatchObject({ triggers: [{ id: trigger.id }], keys: [] });
    const { key } = (await act({ action: "mint_key", id })).facts;
    expect((await offered(key.secret)).body.triggers).toHaveLength(1);
    await act({ action: "update", id, trigger_ids: [], description: "Digs" });
    const found = await client.says<Managed>("search_external_apps", { query: "DIGS" });
    expect(found.facts.external_apps).toMatchObject([{ id, triggers: [], keys: [{ id: key.id }] }]);
    expect(found.text + JSON.stringify(found.facts)).not.toContain(key.secret);
    await act({ action: "revoke_key", id, key_id: key.id });
    expect((await offered(key.secret)).status).toBe(401);
    await act({ action: "delete", id });
    expect(await client.refuses("search_external_apps", { id })).toContain("Integration not found");
    expect(await client.refuses("action_external_app", { action: "create" })).toContain("needs a name");
    expect(await client.refuses("action_external_app", { action: "delete" })).toContain("delete needs id");
    expect(bed.log.has("warn", "[external_app] deleted", '"Robot"', 'API key "env-')).toBe(true);
  });
});

test("a deleted trigger leaves the lists it stood on", async () => {
  const trigger = await made();
  const { app, key } = await plugin([trigger.id]);
  await patch(trigger.id, { name: "Renamed" });
  expect((await offered(key.secret)).body.triggers).toMatchObject([{ name: "Renamed" }]);
  await triggerCall("DELETE", `/${trigger.id}`);
  expect((await manage("GET", `/${app.id}`)).body.external_app.triggers).toEqual([]);
  expect((await invoke(key.secret, trigger.id)).status).toBe(404);
});
