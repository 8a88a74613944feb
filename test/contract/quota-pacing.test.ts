/** @module-tag real-cli */

import { afterAll, beforeAll, expect } from "vitest";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { atRest } from "../support/service.ts";
import { createSession, heldSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const minuteMs = 60_000;
const agent_runtime = "claude_code";

let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const inference = async (): Promise<Inference> =>
  (await service.call<Inference>("GET", "/inference?runtime=claude_code")).body;

/** What an agent of this root spent, at five dollars per million tokens. */
function spend(sessionId: number, agoMs: number, dollars: number): void {
  data.sql
    .prepare(
      `INSERT INTO session_token_usages (request_id, session_id, agent_root, agent_runtime, model, called_at, input_tokens,
         output_tokens, cache_read_tokens, cache_creation_tokens) VALUES (?, ?, 'builder', 'claude_code', 'claude-opus-5', ?, ?, 0, 0, 0)`,
    )
    .run(`spent-${agoMs}`, sessionId, Date.now() - agoMs, dollars * 200_000);
}

/** What the provider said of both windows. */
function readNow({ fiveHour, sevenDay, resetAt }: Record<"fiveHour" | "sevenDay" | "resetAt", number>): void {
  const window = (utilization: number): string => JSON.stringify({ utilization, resetAt, status: "allowed" });
  data.sql
    .prepare(
      `INSERT INTO account_readings (account_id, email, runtime, taken_at, trigger, five_hour, seven_day)
       SELECT id, email, runtime, ?, 'refresh', ?, ? FROM inference_accounts WHERE email = 'ada@example.org'`,
    )
    .run(Date.now(), window(fiveHour), window(sevenDay));
}

const runJob = (kind: string): void =>
  void data.sql.prepare("UPDATE jobs SET run_at = 0 WHERE kind = ? AND state = 'ready'").run(kind);

proves("R168", "E105")(
  "the pool has its windows in dollars, and the decision what sessions spend, from the ledger and the readings",
  async () => {
    const key = { email: "ada@example.org", api_key: "sk-ada", runtime: agent_runtime };
    await service.board.call("POST", "/inference/accounts", key);
    const before = await inference();
    expect(before.pool.dollar_windows).toEqual([]);
    expect(before.spot_policy.decision).toMatchObject({ pool_capacity: null, candidate_burn_rate: null });

    const read = await createSession(service, { prompt: "#script say Read.", agent_runtime });
    await service.waitFor(read.id, atRest);
    readNow({ fiveHour: 0.2, sevenDay: 0.1, resetAt: Date.now() + 60 * minuteMs });
    // 40 dollars over 13 1/3 minutes.
    spend(read.id, 20 * minuteMs, 20);
    spend(read.id, 20 * minuteMs - (40 / 3) * minuteMs, 20);
    runJob("usage.window_capacities");
    runJob("costs.burn_rates");
    await expect.poll(async () => (await inference()).pool.dollar_windows.length).toBe(2);
    await expect
      .poll(async () => (await inference()).spot_policy.decision.candidate_burn_rate)
      .toBeCloseTo(3, 1);

    const { pool, spot_policy } = await inference();
    expect(pool.dollar_windows).toMatchObject([
      {
        name: "five_hour",
        capacity: expect.closeTo(200, 0),
        used: expect.closeTo(40, 0),
        remaining: expect.closeTo(160, 0),
        resets_at: expect.any(String),
        estimate: { spent_usd: expect.closeTo(40, 0), utilization: 0.2, observations: 1 },
      },
      { name: "weekly", capacity: expect.closeTo(400, 0), used: expect.closeTo(40, 0) },
    ]);
    expect(spot_policy.decision).toMatchObject({
      allowed: true,
      reason: "within_limits",
      fleet_burn_rate: 0,
      pool_capacity: expect.closeTo(200, 0),
      windows: [
        { name: "five_hour", unit: "usd", spot_budget: expect.closeTo(160, 0), passes: true },
        { name: "weekly", unit: "usd", spot_budget: expect.closeTo(320, 0), passes: true },
      ],
    });
  },
);

proves("R168", "R49")("a turn that would spend the window before its reset waits at its pace", async () => {
  const running = await heldSession(service, { agent_runtime, scheduling_class: "spot" });
  const { decision, hold } = (await inference()).spot_policy;
  expect(decision).toMatchObject({
    allowed: false,
    reason: "at_utilization_limit",
    ceiling: "pacing_curve",
    fleet_burn_rate: expect.closeTo(3, 1),
    candidate_burn_rate: expect.closeTo(3, 1),
    detail: expect.stringMatching(/use quota too fast: \$6\.\d\d per minute instead of \$2\.\d\d until/),
  });
  expect(decision.windows[0]).toMatchObject({ passes: false, projected_rate: expect.closeTo(6, 1) });
  expect(hold?.until).toContain("starts when less runs");

  const waiting = await createSession(service, {
    prompt: "#script say Mine.",
    agent_runtime,
    scheduling_class: "spot",
  });
  const { body } = await service.call<{ waiting: Waiting }>("GET", `/sessions/${waiting.id}`);
  expect(body.waiting.reasons).toMatchObject([{ mechanism: "spot_hold", label: "Held to save quota" }]);
  await running.release();
  await service.waitFor(waiting.id, atRest);
});
