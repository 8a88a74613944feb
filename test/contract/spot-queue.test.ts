/** @module-tag real-cli */

import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import type { SpotPolicy } from "../../server/domains/scheduling/admission/model.ts";
import type { GenesisClasses } from "../../server/domains/scheduling/genesis-classes/model.ts";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { atRest } from "../support/service.ts";
import { createSession, heldSession, sessionOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Inference {
  spot_policy: SpotPolicy;
  genesis_classes: GenesisClasses;
}

let service: BoardService;
let git_root: string;

beforeAll(async () => {
  service = await startBoardService({ environment: { SERVICE_AGENTS_LANE_THREADS: "4" } });
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await policy({ gating_enabled: true, max_concurrent_sessions: 10 });
  await service.board.call("DELETE", "/inference/genesis");
});

const policy = (body: Record<string, unknown>) =>
  service.board.call<{ changed: string[]; spot_policy: SpotPolicy; error: string }>(
    "PATCH",
    "/inference/spot_policy",
    body,
  );
const inference = async (): Promise<Inference> => (await service.call<Inference>("GET", "/inference")).body;
const waitingOf = async (id: number): Promise<Waiting> =>
  (await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`)).body.waiting;
const create = (prompt: string, more: Record<string, unknown> = {}) =>
  createSession(service, { git_root, prompt, ...more });

describe("the spot policy", () => {
  proves(
    "E114",
    "R167",
    "X30",
  )("refuses nothing and what is out of range, and stores none of it", async () => {
    expect(await policy({})).toMatchObject({ status: 422, body: { error: "Nothing to change" } });
    const before = (await inference()).spot_policy;
    const bad = await policy({ max_concurrent_sessions: 3, weekly_reserve_pct: 101 });
    expect(bad).toMatchObject({ status: 422, body: { error: "Invalid spot policy" } });
    for (const [knob, value] of [
      ["max_concurrent_sessions", 0],
      ["max_concurrent_sessions", 101],
      ["starvation_age_ceiling_hours", 721],
      ["five_hour_reserve_pct", -1],
    ] as const)
      expect(await policy({ [knob]: value })).toMatchObject({ status: 422 });
    for (const wrong of [
      { five_hour_reserve_pct: "30" },
      { weekly_reserve_pct: null },
      { max_concurrent_sessions: [3] },
      { enabled: "yes" },
      { preemption_enabled: 1 },
      { enabled: true, gating_enabled: false },
    ])
      expect(await policy(wrong)).toMatchObject({ status: 422, body: { error: "Invalid spot policy" } });
    expect((await inference()).spot_policy).toEqual(before);
  });

  proves("E114", "X28")("changes what is sent, and says what that was", async () => {
    const answer = await policy({ enabled: false, max_concurrent_sessions: 10 });
    expect(answer.body).toMatchObject({
      changed: ["gating_enabled"],
      spot_policy: { gating_enabled: false, enabled: false },
    });
    await policy({ gating_enabled: true });
    expect((await inference()).spot_policy).toMatchObject({ gating_enabled: true, enabled: true });
    await using mcp = await openMcpClient(service, { query: "?tool_groups=health" });
    for (const name of ["gating_enabled", "enabled"]) {
      const asked = { action: "set_gating", [name]: name === "enabled" };
      const { facts } = await mcp.says<Pick<Inference, "spot_policy">>("action_spot_policy", asked);
      expect(facts.spot_policy).toMatchObject({
        gating_enabled: name === "enabled",
        enabled: name === "enabled",
      });
    }
    const wrongTypes: [Record<string, unknown>, string][] = [
      [{ action: "set_gating", max_concurrent_sessions: "3" }, "Invalid spot policy"],
      [{ action: "set_top_up", idle_minutes: [5] }, "Invalid fleet top-up"],
      [{ action: "promote_genesis", genesis: 4 }, "Invalid genesis"],
      [{ action: "lower_everything" }, "Validation failed"],
    ];
    for (const [wrong, label] of wrongTypes)
      expect(await mcp.refuses("action_spot_policy", wrong)).toContain(`Error (${label})`);
    await policy({ enabled: false });
    expect((await inference()).spot_policy.decision).toMatchObject({
      allowed: true,
      reason: "gating_disabled",
    });
    expect(await service.call("PATCH", "/inference/spot_policy", { enabled: true })).toMatchObject({
      status: 403,
    });
  });

  proves(
    "E114",
    "R49",
    "R50",
  )("holds spot work at the limit, starts it in order, and never holds priority", async () => {
    const first = await heldSession(service, { title: "At work" });
    await policy({ max_concurrent_sessions: 1 });
    const low = await create("#script say Low.", { precedence: 1 });
    const high = await create("#script say High.", { precedence: 7 });
    expect([low.status, high.status]).toEqual(["waiting", "waiting"]);
    const urgent = await create("#script say Urgent.", { scheduling_class: "priority" });
    await service.waitFor(urgent.id, atRest);

    expect(await waitingOf(high.id)).toMatchObject({
      reasons: [{ mechanism: "spot_hold", current: true, label: "Held: too many spot sessions are running" }],
      banners: [
        {
          key: "spot_hold",
          body: [
            "1 session is working, and the limit is 1.",
            expect.stringContaining("starts automatically"),
          ],
          action: { kind: "update_scheduling_class", scheduling_class: "priority" },
        },
      ],
    });
    const { spot_policy: held } = await inference();
    expect(held).toMatchObject({
      held_count: 2,
      worker_slots: 4,
      decision: { allowed: false, reason: "fleet_at_cap", ceiling: "fleet_cap", on_a_worker: 1 },
      hold: { why: expect.stringContaining("the limit is 1"), until: expect.any(String) },
    });

    const preview = await service.board.call("POST", "/inference/spot_policy/preview", {
      max_concurrent_sessions: 2,
    });
    expect(preview.body).toMatchObject({ waiting: 2, releases: 1, pauses: 0 });
    expect((await sessionOf(service, high.id)).status).toBe("waiting");

    await first.release();
    await service.waitFor(high.id, atRest);
    await service.waitFor(low.id, atRest);
    const order = await Promise.all([high, low].map(({ id }) => firstRun(id)));
    expect(order).toEqual(order.toSorted());
  });
});

/** When the session's turn was admitted. */
async function firstRun(id: number): Promise<string> {
  const { body } = await service.board.call<{ states: { state: string; at: string; id: number }[] }>(
    "GET",
    `/sessions/${id}/states`,
  );
  return String(body.states.find(({ state }) => state === "running")?.id).padStart(9, "0");
}

describe("the class of an origin", () => {
  proves(
    "E116",
    "E117",
    "R165",
  )("moves every session that chose none, and starts those that wait", async () => {
    const first = await heldSession(service);
    await policy({ max_concurrent_sessions: 1 });
    const held = await create("#script say Mine.");
    const chosen = await create("#script say Chosen.", { scheduling_class: "spot" });
    const before = (await inference()).genesis_classes.kinds.find(({ genesis }) => genesis === "api");
    expect(before).toMatchObject({ class: "spot", default_class: "spot", overridden: false, settable: true });

    const set = await service.board.call<{ message: string; genesis_classes: GenesisClasses }>(
      "PATCH",
      "/inference/genesis/api",
      { priority_class: "priority" },
    );
    expect(set.status).toBe(200);
    expect(set.body.message).toContain(`${before?.live_sessions} open session`);
    expect(set.body.genesis_classes).toMatchObject({ overrides: { api: "priority" } });
    await service.waitFor(held.id, atRest);
    expect((await sessionOf(service, held.id)).priority_class).toBe("priority");
    expect((await sessionOf(service, chosen.id)).status).toBe("waiting");

    const reset = await service.board.call("DELETE", "/inference/genesis");
    expect(reset.body).toMatchObject({ genesis_classes: { overrides: {} } });
    expect((await sessionOf(service, held.id)).priority_class).toBe("spot");
    await first.release();
    await service.waitFor(chosen.id, atRest);
  });

  proves(
    "E116",
    "R165",
    "R166",
  )("is refused for what triggers start, for the unknown, and for programs", async () => {
    for (const [genesis, priority_class] of [
      ["schedule", "priority"],
      ["nonsense", "priority"],
      ["api", "urgent"],
      ["api", null],
    ])
      expect(
        await service.board.call("PATCH", `/inference/genesis/${genesis}`, { priority_class }),
      ).toMatchObject({ status: 422 });
    expect(
      await service.call("PATCH", "/inference/genesis/api", { priority_class: "priority" }),
    ).toMatchObject({ status: 403 });
  });
});
