/** @module-tag real-cli */

import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import type { Waiting } from "../../server/domains/sessions/wait-reasons/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { backToRealTime, passTime } from "../support/passing-time.ts";
import { atRest } from "../support/service.ts";
import { createSession, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const agent_runtime = "claude_code";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
  const key = { email: "ada@example.org", api_key: "sk-ada", runtime: agent_runtime };
  await service.board.call("POST", "/inference/accounts", key);
});
afterEach(backToRealTime);
afterAll(() => service[Symbol.asyncDispose]());

const inference = async (): Promise<Inference> =>
  (await service.call<Inference>("GET", `/inference?runtime=${agent_runtime}`)).body;
const waitingOf = async (id: number): Promise<Waiting> =>
  (await service.call<{ waiting: Waiting }>("GET", `/sessions/${id}`)).body.waiting;

proves("R168", "R160", "R49")(
  "a key that ran into a limit in a turn comes back when the provider said, and the turn goes on by itself",
  async () => {
    const asked = Date.now();
    const { id } = await createSession(service, {
      agent_runtime,
      prompt: [
        "Run into a limit.",
        "#script error 429 times=1 retry_after=43",
        "#script say Finished after the limit.",
      ].join("\n"),
    });
    await expect
      .poll(async () => (await waitingOf(id)).banners.map(({ key }) => key), { timeout: 60_000 })
      .toContain("auth_outage");
    const { accounts, pool } = await inference();
    expect(accounts).toMatchObject([{ status: "quota_exceeded", quota_hit_count: 1 }]);
    const back = Date.parse(accounts[0]?.quota_reset_at ?? "");
    // The CLI says how long it would wait, which is up to a fifth longer than the provider said.
    expect(back - asked).toBeGreaterThan(43_000 / 1.2 - 1_000);
    expect(back).toBeLessThanOrEqual(Date.now() + 43_000);
    expect(Date.parse(pool.next_capacity_at ?? "")).toBe(back);

    passTime(45_000);
    await service.waitFor(id, atRest, 120_000);
    expect(await transcriptOf(service, id)).toContain("Finished after the limit.");
    expect((await inference()).accounts).toMatchObject([{ status: "active", quota_reset_at: null }]);
  },
  180_000,
);
