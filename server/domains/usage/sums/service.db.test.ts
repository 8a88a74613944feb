import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { adHocUsage, sessionTokenUsages } from "../../../compose/schema.ts";
import { fixedShift } from "../../../lib/zone-shifts.ts";
import { promptSteps } from "../../pricing/prices/index.ts";
import { dailyReport } from "../costs/report-query.test-data.ts";
import { type ReportQuery, readSums } from "../costs/roll-up.ts";
import { type AddedHour, addUpHours } from "./hours.ts";
import { sumService } from "./service.ts";

const hour = 3_600_000;
const day = 24 * hour;
const never = new AbortController().signal;

function openBed() {
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const { sql, db } = database;
  const bed = { beforeStored: (_added: AddedHour[]): void => {} };
  let calls = 0;
  const serviceWith = (steps: readonly number[]) =>
    sumService({
      database,
      clock,
      promptSteps: steps,
      async addUp(query) {
        const added = addUpHours(sql, query);
        bed.beforeStored(added);
        return added;
      },
    });
  const reported = (query: Partial<ReportQuery>) =>
    readSums(sql, { ...dailyReport({ from: clock.at - 30 * day, to: clock.at }), ...query });
  return Object.assign(bed, {
    ...opened,
    serviceWith,
    refresh: () => serviceWith(promptSteps).refresh(never),
    call(row: Partial<typeof sessionTokenUsages.$inferInsert> & { ago: number }): string {
      calls += 1;
      const { ago, ...rest } = row;
      const requestId = `r${calls}`;
      const common = { agentRuntime: "claude_code", model: "claude-opus-5", outputTokens: 10 };
      db.insert(sessionTokenUsages)
        .values({
          ...common,
          requestId,
          calledAt: clock.at - ago,
          inputTokens: 1_000,
          cacheReadTokens: 3,
          cacheCreationTokens: 20,
          // One token that was read from a cache, one of the input and one of the answer.
          features: calls % 3 === 0 ? null : Buffer.from([0, 0, 0, 9, 85, 1, 106, 1, 104, 1 + (calls % 9)]),
          ...rest,
        })
        .run();
      return requestId;
    },
    adHoc: (ago: number) =>
      db
        .insert(adHocUsage)
        .values({
          source: "session_title",
          agentRuntime: "pi",
          model: "claude-haiku-4-5",
          inputTokens: 7,
          calledAt: clock.at - ago,
        })
        .run(),
    reported,
    sessionExists: (id: number): boolean =>
      sql.prepare<[number]>("SELECT 1 FROM sessions WHERE id = ?").get(id) !== undefined,
    /** The same report from single calls alone. */
    fromCalls(query: Partial<ReportQuery>) {
      sql.exec("UPDATE token_usage_sum_steps SET prompt_steps = 'none' || prompt_steps");
      try {
        return reported(query);
      } finally {
        sql.exec("UPDATE token_usage_sum_steps SET prompt_steps = substr(prompt_steps, 5)");
      }
    },
    stale: () => sql.prepare<[], number>("SELECT COUNT(*) FROM token_usage_stale_hours").pluck().get() ?? 0,
    summedCalls: () =>
      sql.prepare<[], number>("SELECT SUM(calls) FROM token_usage_sums WHERE hours = 24").pluck().get() ?? 0,
  });
}

describe("calls that are added up", () => {
  it("make the same report as the calls themselves, whatever came late, changed or was deleted meanwhile", async () => {
    const change = fc.record({
      kind: fc.constantFrom("call", "call", "call", "grow", "forget", "delete_session", "ad_hoc", "refresh"),
      ago: fc.integer({ min: 1, max: 40 * day }),
      session: fc.integer({ min: 0, max: 2 }),
      root: fc.constantFrom(null, "builder", "checker"),
      model: fc.constantFrom("claude-opus-5", "claude-haiku-5-5", "gpt-6-sol", "nova-1", "claude-sonnet-5-5"),
      input: fc.constantFrom(10, 99_999, 150_000, 300_000),
      agentId: fc.constantFrom(null, "helper"),
    });
    const asked = fc.record({
      from: fc.integer({ min: 1, max: 60 * day }),
      length: fc.integer({ min: 1, max: 40 * day }),
      shift: fc.constantFrom(0, 60, 330, -210, 345),
      root: fc.constantFrom(null, "builder"),
      inHours: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), asked, async (changes, at) => {
        using bed = openBed();
        const { sql } = bed.database;
        const sessions = [bed.addSession(), bed.addSession()];
        const made: string[] = [];
        for (const { kind, ago, session, root, model, input, agentId } of changes) {
          const kept = sessions[session];
          const sessionId = kept !== undefined && bed.sessionExists(kept) ? kept : null;
          const one = made[ago % Math.max(made.length, 1)] ?? "";
          if (kind === "call")
            made.push(bed.call({ ago, sessionId, agentRoot: root, model, inputTokens: input, agentId }));
          if (kind === "grow")
            sql
              .prepare(
                "UPDATE session_token_usages SET output_tokens = output_tokens + 5 WHERE request_id = ?",
              )
              .run(one);
          if (kind === "forget")
            sql.prepare("DELETE FROM session_token_usages WHERE request_id = ?").run(one);
          if (kind === "delete_session") sql.prepare("DELETE FROM sessions WHERE id = ?").run(sessionId);
          if (kind === "ad_hoc") bed.adHoc(ago);
          if (kind === "refresh") await bed.refresh();
        }
        await bed.serviceWith(promptSteps).refresh(AbortSignal.abort());
        const from = bed.clock.at - at.from;
        const query = {
          from,
          to: from + at.length,
          shifts: fixedShift(at.shift * 60_000),
          scope: { agentRoot: at.root, sessionId: null },
          ...(at.inHours && { bucket: "hour" as const, bucketMs: hour }),
        };
        expect(bed.reported(query)).toEqual(bed.fromCalls(query));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it("are read by day and hour once they were added up, with their features (R186)", async () => {
    using bed = openBed();
    for (let at = 1; at <= 200; at += 1) bed.call({ ago: at * 2 * hour });
    bed.adHoc(50 * hour);
    expect(bed.stale()).toBe(200);
    await bed.refresh();
    expect([bed.stale(), bed.summedCalls()]).toEqual([0, 201]);
    const { by_feature: features } = bed.reported({ from: bed.clock.at - 20 * day });
    expect(features.map(({ feature, tokens }) => [feature, tokens])).toEqual([
      ["assistant_text", 731],
      ["prompt", 134],
      ["tool_result", 134],
      ["unattributed", expect.any(Number)],
    ]);
    bed.database.sql.exec("UPDATE token_usage_sums SET output_tokens = 0");
    expect(bed.reported({ from: bed.clock.at - 20 * day }).totals).toMatchObject({
      api_calls: 201,
      output_tokens: 0,
    });
  });

  it("are out of date if a call changes while they are added up", async () => {
    using bed = openBed();
    bed.call({ ago: 2 * day });
    let isLate = true;
    bed.beforeStored = () => {
      if (isLate) bed.call({ ago: 2 * day });
      isLate = false;
    };
    await bed.refresh();
    expect([bed.stale(), bed.summedCalls()]).toEqual([1, 0]);
    await bed.refresh();
    expect([bed.stale(), bed.summedCalls()]).toEqual([0, 2]);
  });

  it("leave the hour that is not over alone", async () => {
    using bed = openBed();
    bed.call({ ago: 1 });
    bed.clock.at += 1;
    await bed.refresh();
    expect(bed.reported({}).totals.api_calls).toBe(1);
    bed.clock.at += hour;
    await bed.refresh();
    expect(bed.stale()).toBe(0);
  });

  it("are added up again if prices depend on other sizes of prompts", async () => {
    using bed = openBed();
    bed.call({ ago: 2 * day });
    await bed.refresh();
    expect(bed.stale()).toBe(0);
    await bed.serviceWith([1_000]).refresh(AbortSignal.abort());
    expect(bed.stale()).toBe(1);
    expect(bed.reported({}).totals.api_calls).toBe(1);
  });
});
