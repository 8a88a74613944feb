import { afterAll, beforeAll, expect, test } from "vitest";
import type { RowFacts } from "../../server/domains/surfaces/overview/model.ts";
import type { SessionUsage } from "../../server/domains/usage/calls/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { followEvents } from "../support/event-stream.ts";
import { restedSession } from "../support/sessions.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

test("usage of a session is reported by model, in its row, and over the stream", async () => {
  await using stream = await followEvents(service);
  const { id } = await restedSession(service, "#script say A newt.");
  await stream.next((event) => event.type === "usage" && event.session_id === id);
  const usageOf = async () => (await service.board.call<SessionUsage>("GET", `/sessions/${id}/usage`)).body;
  const usage = await usageOf();
  const { cost, by_model: byModel, by_turn: byTurn, subagents, rates_as_of: day } = usage;
  expect(byModel).toMatchObject([{ calls: 1, usd: expect.any(Number) }]);
  expect(cost).toEqual({ usd: byModel[0]?.usd, tokens: expect.any(Number), unpriced_models: [] });
  expect(byTurn).toEqual([{ turn_id: expect.any(Number), cost }]);
  expect([subagents, usage.by_agent]).toEqual([null, []]);
  expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const facts = await service.board.call<{ row_facts: Record<string, RowFacts> }>("GET", "/row_facts");
  expect(facts.body.row_facts[id]).toMatchObject({ cost });
});

test.each(["987654", "no-such-session", "..%2f..%2fetc", "%00", "-1"])(
  "the usage of session %s is a 404",
  async (name) => {
    const answer = await service.board.call("GET", `/sessions/${name}/usage`);
    expect(answer).toMatchObject({
      status: 404,
      body: { error: "Not Found", messages: [expect.any(String)] },
    });
  },
);
