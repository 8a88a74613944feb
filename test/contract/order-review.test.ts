/** @module-tag real-cli */

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Trigger } from "../../server/domains/automation/triggers/model.ts";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { type McpClient, openMcpClient } from "../support/mcp-client.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession, sessionOf } from "../support/sessions.ts";
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

interface Reprioritized {
  outcome: string;
  message: string;
  error: string;
  session: Session;
}
const reprioritize = () => service.call<Reprioritized>("POST", "/sessions/reprioritize");
const reviews = async (): Promise<Trigger[]> => {
  const { body } = await service.call<{ triggers: Trigger[] }>("GET", "/triggers?status=disabled");
  return body.triggers.filter(({ name }) => name === "Order review");
};

proves("E4")("starts a session that reviews the order, by a trigger that people can change", async () => {
  expect(await reviews()).toEqual([]);
  const first = await reprioritize();
  expect(first).toMatchObject({ status: 200, body: { outcome: "fired", session: { genesis: "api" } } });
  expect(first.body.session).toMatchObject({ scheduling_class: "priority" });
  expect(first.body.session.prompt).toContain("reorder_user_view");
  const [trigger] = await reviews();
  expect(trigger).toMatchObject({ status: "disabled", reuse_session: true, max_sessions_per_minute: 2 });

  const path = `/triggers/${trigger?.id}`;
  await service.call("PATCH", path, { agent_root_name: "gone", reuse_session: false });
  const refused = await reprioritize();
  expect(refused).toMatchObject({ status: 422, body: { error: "Not reprioritized", outcome: "error" } });
  expect(await reviews()).toHaveLength(1);
});

test("a whole order is written at once, and those that are not named stay behind it", async () => {
  const git_root = await service.repository();
  const create = (title: string, precedence: number) =>
    createSession(service, { git_root, title, precedence });
  const low = await create("Low", -3);
  const high = await create("High", 900);
  const middle = await create("Middle", 10);
  const input = { session_ids: [low.id, middle.id], reason: "Low unblocks two others" };
  const { text, facts } = await mcp.says<{ changes: { id: number; precedence: number }[] }>(
    "reorder_user_view",
    input,
  );
  expect(text).toMatch(/^## Order Written/);
  const ranks = new Map(facts.changes.map(({ id, precedence }) => [id, precedence]));
  expect(ranks.get(low.id)).toBeGreaterThan(ranks.get(middle.id) ?? 0);
  expect(ranks.get(middle.id)).toBeGreaterThan(900);
  expect((await sessionOf(service, high.id)).precedence).toBe(900);
  expect((await mcp.says<{ changes: unknown[] }>("reorder_user_view", input)).facts.changes).toEqual([]);
  const { body } = await service.call<{ logs: { content: string }[] }>("GET", `/sessions/${low.id}/logs`);
  expect(JSON.stringify(body)).toContain("changed the order of the sessions: Low unblocks two others");
  expect(await mcp.refuses("reorder_user_view", { ...input, session_ids: [low.id, 999_999] })).toContain(
    "999999",
  );
  expect(await mcp.refuses("reorder_user_view", { ...input, session_ids: [low.id, low.id] })).toContain(
    "twice",
  );
});

proves("R168")("agents read and change the policy with tools, and the origins' classes", async () => {
  const { facts } = await mcp.says<{ spot_policy: { max_concurrent_sessions: number } }>("get_spot_policy");
  expect(facts).toMatchObject({
    fleet_top_up: { max_running_sessions: 3 },
    genesis_classes: { overrides: {} },
  });
  expect((await mcp.says("get_inference")).facts).toMatchObject({ runtime: "claude_code" });
  const act = (action: string, more: Record<string, unknown> = {}) =>
    mcp.says("action_spot_policy", { action, ...more });
  expect((await act("set_gating", { max_concurrent_sessions: 4, idle_minutes: 9 })).facts).toMatchObject({
    spot_policy: { max_concurrent_sessions: 4 },
    fleet_top_up: { idle_minutes: 5 },
  });
  expect((await act("set_top_up", { idle_minutes: 9 })).facts).toMatchObject({
    fleet_top_up: { idle_minutes: 9 },
  });
  const promoted = await act("promote_genesis", { genesis: "api" });
  expect(promoted.text).toContain("Sessions of api are now priority.");
  expect(promoted.facts).toMatchObject({ genesis_classes: { overrides: { api: "priority" } } });
  expect((await act("demote_genesis", { genesis: "api" })).facts).toMatchObject({
    genesis_classes: { overrides: {} },
  });
  expect(
    await mcp.refuses("action_spot_policy", { action: "promote_genesis", genesis: "schedule" }),
  ).toContain("trigger");
  expect(await mcp.refuses("action_spot_policy", { action: "set_gating" })).toContain("at least one setting");
  expect((await act("reset_genesis_classes")).text).toContain("default class again");
});
