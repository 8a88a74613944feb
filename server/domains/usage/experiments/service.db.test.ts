import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { sessionTokenUsages } from "../../../compose/schema.ts";
import { dailyReport } from "../costs/report-query.test-data.ts";
import { readSums } from "../costs/roll-up.ts";
import { experimentService } from "./index.ts";
import { sessionExperimentsOf } from "./queries.ts";

const key = "mcp_tool_search";
const day = 86_400_000;

function openBed() {
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const experiments = experimentService(opened);
  let calls = 0;
  return {
    ...opened,
    observed: () => sessionExperimentsOf(database.sql),
    run: (id: number, value: boolean, agentRuntime = "claude_code") =>
      experiments.record({ id, agentRuntime }, { [key]: value }),
    spend(sessionId: number, count: number, inputTokens: number, model = "claude-opus-5"): void {
      for (let at = 0; at < count; at += 1) {
        calls += 1;
        database.db
          .insert(sessionTokenUsages)
          .values({
            requestId: `r${calls}`,
            sessionId,
            agentRoot: "builder",
            agentRuntime: "claude_code",
            model,
            calledAt: clock.at - 1_000,
            inputTokens,
            outputTokens: 0,
            cacheReadTokens: 0,
            cacheCreationTokens: 0,
          })
          .run();
      }
    },
    compared() {
      return readSums(database.sql, dailyReport({ from: clock.at - day, to: clock.at })).experiments[0];
    },
  };
}

describe("experimental settings of sessions (R188)", () => {
  it("are those of the first turn, unless a later one had another", () => {
    using bed = openBed();
    const [kept, changed, back, other] = [1, 2, 3, 4].map(() => bed.addSession()) as [
      number,
      number,
      number,
      number,
    ];
    for (const value of [true, true]) bed.run(kept, value);
    for (const value of [false, true]) bed.run(changed, value);
    for (const value of [false, true, false]) bed.run(back, value);
    bed.run(other, true, "pi");
    expect(bed.observed()).toEqual([
      { sessionId: kept, key, value: 1 },
      { sessionId: changed, key, value: null },
      { sessionId: back, key, value: null },
    ]);
    bed.database.sql.prepare("DELETE FROM sessions WHERE id = ?").run(kept);
    expect(bed.observed()).toHaveLength(2);
  });

  it("are compared by what their sessions cost, without those in which one changed", () => {
    using bed = openBed();
    for (let at = 0; at < 10; at += 1) {
      const id = bed.addSession();
      const isOn = at < 5;
      bed.run(id, isOn);
      bed.spend(id, 10, isOn ? 1_000 : 2_000);
      bed.spend(id, 3, 1_000, "nova-1");
    }
    const mixed = bed.addSession();
    bed.run(mixed, true);
    bed.run(mixed, false);
    bed.spend(mixed, 50, 9_000);
    expect(bed.compared()).toMatchObject({
      key,
      randomized: false,
      mixed_sessions: 1,
      on: { sessions: 5, api_calls: 50, usd_per_call: 0.005, usd_per_session: 0.05 },
      off: { sessions: 5, api_calls: 50, usd_per_call: 0.01 },
      per_call_change_pct: expect.closeTo(-50, 9),
      per_session_change_pct: expect.closeTo(-50, 9),
      same_roots: { roots: 1, per_call_change_pct: expect.closeTo(-50, 9) },
    });
  });
});
