/** @module-tag real-cli */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SessionUsage } from "../../server/domains/usage/calls/model.ts";
import type { CostRecord, CostReport } from "../../server/domains/usage/costs/model.ts";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { restedSession } from "../support/sessions.ts";

let service: BoardService;
beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const prompt = [
  "Count the files.",
  "#script usage input=1200 output=340 cache_read=5000 cache_write_5m=700",
  "#script bash cmd=ls",
  "#script next",
  "#script usage input=90 output=12 cache_read=6900 cache_write_5m=35",
  "#script say One file.",
].join("\n");

/** What the scripted model says it served since then. */
function servedSince(earlier: number) {
  const served = service.model
    .requests()
    .slice(earlier)
    .flatMap(({ served: usage }) => usage ?? []);
  const sum = (of: (usage: (typeof served)[number]) => number): number =>
    served.reduce((total, usage) => total + of(usage), 0);
  return {
    api_calls: served.length,
    input_tokens: sum(({ input }) => input),
    output_tokens: sum(({ output }) => output),
    cache_read_tokens: sum(({ cache_read }) => cache_read),
    cache_creation_tokens: sum((usage) => usage.cache_write_5m + usage.cache_write_1h),
  };
}

const soon = { timeout: 30_000, interval: 200 };

describe.each(runtimeIds)("a session of %s", { timeout: 90_000 }, (agent_runtime) => {
  it("has exactly the tokens that the model served, on the session page, in the report and call by call", async () => {
    const earlier = service.model.requests().length;
    const { id } = await restedSession(service, prompt, { agent_runtime });
    const report = async () => (await service.call<CostReport>("GET", `/costs?session_id=${id}`)).body.totals;
    const served = servedSince(earlier);
    expect(served.api_calls).toBeGreaterThanOrEqual(2);
    await expect.poll(report, soon).toMatchObject(served);

    const totals = await report();
    const usage = (await service.board.call<SessionUsage>("GET", `/sessions/${id}/usage`)).body;
    expect(usage.cost).toMatchObject({ tokens: totals.tokens, usd: totals.cost_usd });
    const { records } = (
      await service.call<{ records: CostRecord[] }>("GET", `/costs/records?session_id=${id}`)
    ).body;
    const sum = (of: (record: CostRecord) => number): number =>
      records.reduce((total, record) => total + of(record), 0);
    expect({
      api_calls: records.length,
      input_tokens: sum((record) => record.input_tokens),
      output_tokens: sum((record) => record.output_tokens),
      cache_read_tokens: sum((record) => record.cache_read_tokens),
      cache_creation_tokens: sum((record) => record.cache_creation_tokens),
    }).toEqual(served);
    expect(sum((record) => record.cost_usd)).toBeCloseTo(totals.cost_usd, 9);
  });
});

describe("a session of Claude Code", { timeout: 120_000 }, () => {
  it("is compared by the value of an experimental setting that its turns ran with (R188)", async () => {
    const made = (prompt: string) => restedSession(service, prompt, { agent_runtime: "claude_code" });
    const turnOff = { experimental_settings: { mcp_tool_search: false } };
    const cohorts = async ({ id }: { id: number }) => {
      const { body } = await service.call<CostReport>("GET", `/costs?session_id=${id}`);
      const [found] = body.experiments;
      return [found?.on.sessions, found?.off.sessions, found?.mixed_sessions];
    };

    const withIt = await made("#script say On.");
    const mixed = await made("#script say Still on.");
    expect((await service.call("PATCH", "/app_settings", turnOff)).status).toBe(200);
    const without = await made("#script say Off.");
    await service.call("POST", `/sessions/${mixed.id}/follow_up`, { prompt: "#script say Off now." });
    await expect.poll(() => cohorts(withIt), soon).toEqual([1, 0, 0]);
    await expect.poll(() => cohorts(without), soon).toEqual([0, 1, 0]);
    await expect.poll(() => cohorts(mixed), soon).toEqual([0, 0, 1]);
  });
});
