/** @module-tag real-cli */

import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { HistoryEntry, Trigger } from "../../server/domains/automation/triggers/model.ts";
import type { FleetTopUp } from "../../server/domains/scheduling/fleet-top-up/model.ts";
import type { BacklogItem } from "../../server/domains/scheduling/work-backlog/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { atRest } from "../support/service.ts";
import { heldSession, sessionOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let git_root: string;
let data: ServiceDatabase;
let issues = 0;

beforeAll(async () => {
  const SERVICE_CATALOG = join(import.meta.dirname, "../support/catalog/air.json");
  service = await startBoardService({ environment: { SERVICE_CATALOG } });
  git_root = await service.repository();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const topUp = async (): Promise<FleetTopUp> =>
  (await service.call<{ fleet_top_up: FleetTopUp }>("GET", "/inference")).body.fleet_top_up;
const patch = (body: Record<string, unknown>) =>
  service.board.call<{ changed: string[]; fleet_top_up: FleetTopUp; error: string }>(
    "PATCH",
    "/inference/fleet_top_up",
    body,
  );
async function addItem(title: string): Promise<BacklogItem> {
  const { body } = await service.call<{ work_backlog_item: BacklogItem }>("POST", "/work_backlog_items", {
    issue_url: `https://github.com/acme/shop/issues/${++issues}`,
    title,
    prompt: `#script say ${title}.`,
    estimated_cost: "small",
    git_root,
  });
  return body.work_backlog_item;
}
const itemOf = async (id: number): Promise<BacklogItem> =>
  (await service.call<{ work_backlog_item: BacklogItem }>("GET", `/work_backlog_items/${id}`)).body
    .work_backlog_item;
/** There has been room for an hour. */
const passHour = () =>
  data.sql
    .prepare("UPDATE fleet_top_up_state SET under_ceiling_since = under_ceiling_since - 3600000 WHERE id = 1")
    .run();

proves(
  "E115",
  "X26",
  "X27",
  "R167",
)("refuses nothing and what is out of range, and stores none of it", async () => {
  expect(await patch({})).toMatchObject({ status: 422, body: { error: "Nothing to change" } });
  const before = await topUp();
  for (const body of [
    { max_running_sessions: 101 },
    { idle_minutes: 0 },
    { min_fire_interval_minutes: 10_081 },
    { quiet_backlog_interval_minutes: 0 },
    { idle_minutes: "5" },
    { max_running_sessions: null },
    { starts_backlog: "no" },
  ])
    expect(await patch({ starts_backlog: false, ...body })).toMatchObject({
      status: 422,
      body: { error: "Invalid fleet top-up" },
    });
  expect(await service.call("PATCH", "/inference/fleet_top_up", { idle_minutes: 9 })).toMatchObject({
    status: 403,
  });
  expect(await topUp()).toMatchObject({ ...before, sentence: expect.any(String) });
  expect(before).toMatchObject({
    max_running_sessions: 3,
    idle_minutes: 5,
    min_fire_interval_minutes: 60,
    headroom: 3,
    asleep: 0,
    cadence: { fires: "at most 24 times a day" },
  });
});

proves("E115")(
  "starts the next items, and the triggers that wait for it, once there has been room",
  async () => {
    const busy = await heldSession(service, { git_root, title: "At work" });
    const { body } = await service.call<{ trigger: Trigger; warnings?: string[] }>("POST", "/triggers", {
      name: "Groom",
      agent_root_name: "router",
      prompt_template: "Groom. {{event}}",
      conditions: [
        { condition_type: "system_event", configuration: { event_name: "no_sessions_in_progress" } },
      ],
    });
    expect(body.warnings).toBeUndefined();
    const first = await addItem("First");
    const second = await addItem("Second");
    const third = await addItem("Third");
    expect((await patch({ max_running_sessions: 3 })).body.fleet_top_up).toMatchObject({
      state: "inside_threshold",
      on_a_worker: 1,
      headroom: 2,
      startable_items: 3,
      last_fired_at: null,
    });
    passHour();
    await patch({ idle_minutes: 4 });
    await expect.poll(async () => (await itemOf(second.id)).status, { timeout: 30_000 }).toBe("started");
    expect(await itemOf(third.id)).toMatchObject({ status: "queued" });
    const item = await itemOf(first.id);
    expect(item).toMatchObject({
      status: "started",
      started_by: "the fleet top-up",
      started_by_session_id: null,
    });
    const session = await sessionOf(service, item.started_session_id ?? 0);
    expect(session).toMatchObject({ scheduling_class: "spot", genesis: "ao_event", parent_session_id: null });
    expect((await topUp()).last_fired_at).not.toBeNull();

    const path = `/triggers/${body.trigger.id}`;
    const history = async () => (await service.call<{ history: HistoryEntry[] }>("GET", path)).body.history;
    await expect.poll(history, { timeout: 30_000 }).toMatchObject([{ outcome: "started", cause: "system" }]);
    const [entry] = await history();
    const groom = await sessionOf(service, entry?.session_id ?? 0);
    expect(groom).toMatchObject({ scheduling_class: "priority", genesis: "ao_event" });
    expect(groom.prompt).toContain("1 of 3 sessions was working, and 2 items of the backlog were started");
    await busy.release();
    await service.waitFor(session.id, atRest);
  },
);

test("does not start anything again before the interval has passed, nor while it is off", async () => {
  const last = (await topUp()).last_fired_at;
  passHour();
  const { body } = await patch({ idle_minutes: 3, starts_backlog: false });
  expect(body.fleet_top_up.starts_backlog).toBe(false);
  expect((await topUp()).last_fired_at).toBe(last);
  expect(["cooling_down", "latched", "inside_threshold"]).toContain((await topUp()).state);
});
