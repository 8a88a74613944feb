import { afterAll, beforeAll, describe, expect } from "vitest";
import type { GoalReport } from "../../server/domains/outcomes/goal-reports/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { clonedSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

const report = async (query: Record<string, string> = {}): Promise<GoalReport> => {
  const answer = await service.call<GoalReport>("GET", `/goal_checks?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

async function archived(goal?: string): Promise<number> {
  const { id } = await clonedSession(service, goal === undefined ? {} : { goal });
  expect((await service.call("POST", `/sessions/${id}/archive`)).status).toBe(200);
  return id;
}

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe("goal checks", () => {
  proves("E134", "R193")("are counted over sessions at rest, with reasons and samples", async () => {
    const without = await archived();
    await archived("Make it faster, please");
    const question = await archived("codebase-question");
    const [first, second] = [
      await archived("open-reviewed-green-pr"),
      await archived("open-reviewed-green-pr"),
    ];
    const found = await report();
    expect(found).toMatchObject({
      resting_sessions: 5,
      checked_sessions: 3,
      verdicts: { met: 1, unmet: 2, pending: 0, unknown: 0 },
      delegated_sessions: 0,
      by_goal: [
        { goal_id: "open-reviewed-green-pr", sessions: 2, verdicts: { unmet: 2 } },
        { goal_id: "codebase-question", sessions: 1, verdicts: { met: 1 } },
      ],
      by_agent_root: [{ agent_root: null, sessions: 3 }],
      unmet_on_own_pull_request: { sessions: 0, listed: [] },
    });
    expect(found.unmet_reasons).toEqual([
      {
        criteria: ["pull_request_open"],
        sessions: 2,
        sample_session_ids: [second, first],
        samples: [second, first].map((session_id) => ({ session_id, title: expect.any(String) })),
      },
    ]);
    expect(found.criteria.find(({ id }) => id === "no_pull_request")).toMatchObject({ met: 1, unmet: 0 });
    expect([without, question]).not.toContain(found.unmet_reasons[0]?.sample_session_ids[0]);
  });

  proves("R193", "X33")(
    "cover 7 days up to now by default, and ignore bounds that cannot be read",
    async () => {
      const lengthOf = ({ window }: GoalReport) =>
        (Date.parse(window.to) - Date.parse(window.from)) / 86_400_000;
      const now = await report();
      expect(lengthOf(now)).toBe(7);
      expect(Math.abs(Date.parse(now.window.to) - Date.now())).toBeLessThan(60_000);
      const until = await report({ to: "2026-03-08" });
      expect(until.window).toEqual({ from: "2026-03-02T00:00:00Z", to: "2026-03-09T00:00:00Z" });
      expect(until).toMatchObject({ resting_sessions: 0, checked_sessions: 0, unmet_reasons: [] });
      expect(lengthOf(await report({ from: "yesterday", to: "tomorrow" }))).toBe(7);
      expect((await report({ from: day(-1), to: day(0) })).resting_sessions).toBe(5);
      expect((await report({ from: day(1), to: day(-1) })).resting_sessions).toBe(5);
      expect((await report({ agent_runtime: "nobody" })).resting_sessions).toBe(0);
      expect((await report({ agent_root: "web" })).filters).toMatchObject({ agent_root: "web", model: null });
    },
  );

  proves("R219")("are a view of the tool get_outcome_analysis", async () => {
    await using mcp = await openMcpClient(service, { query: "?tool_groups=outcome_analyses" });
    const { text, facts } = await mcp.says<GoalReport>("get_outcome_analysis", { view: "goal_checks" });
    expect(facts.verdicts).toEqual((await report()).verdicts);
    expect(text).toContain("3 of 5 stopped sessions have a goal with checks");
  });
});
