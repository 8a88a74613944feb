import { describe, expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import type { CountedCall } from "../../pricing/prices/index.ts";
import { budgetHolds } from "./holds.ts";
import { budgetService } from "./index.ts";
import { newBudget } from "./model.ts";
import { periodAt } from "./periods.ts";
import type { SessionOfBudget } from "./rules.ts";

const callOf = (outputTokens: number, calledAt: number): CountedCall => ({
  model: "a-model",
  calledAt,
  promptTokens: 0,
  inputTokens: 0,
  outputTokens,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  cacheCreation1hTokens: 0,
  webSearchRequests: 0,
});

function openBed() {
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const notices: [number | null, string][] = [];
  const queued: number[] = [];
  const bed: { usd: number; sums: number; changes: number; topSessionId: number | null } = {
    usd: 0,
    sums: 0,
    changes: 0,
    topSessionId: null,
  };
  const holds = budgetHolds(opened);
  const sessionId = opened.addSession({ agentRoot: "builder" });
  const budgets = budgetService({
    database,
    clock,
    jobs: {
      add: (_job, _payload, options) => queued.push(options?.runAt ?? 0),
      runNow: () => queued.push(clock.at) > 0,
    },
    priceUsd: ({ outputTokens }) => outputTokens,
    holds,
    spent: async () => ({ usd: bed.usd, topSessionId: bed.topSessionId }),
    checkSession: () => undefined,
    notify: (id, message) => void notices.push([id, message]),
    onAddedUp: () => {
      bed.sums += 1;
    },
    onChanged: () => {
      bed.changes += 1;
    },
  });
  bed.topSessionId = sessionId;
  const session: SessionOfBudget = { id: sessionId, agentRoot: "builder", isPriority: false };
  return Object.assign(bed, {
    ...opened,
    budgets,
    holds,
    notices,
    queued,
    sessionId,
    hold: (of: Partial<SessionOfBudget> = {}) => holds.hold({ ...session, ...of }),
    add: (of: object = {}) =>
      budgets.create(newBudget.parse({ period: "day", limit_usd: 10, at_limit: "hold_spot", ...of })),
    /** Calls are read from a transcript. */
    record: (usd: number, of: { sessionId?: number; calledAt?: number } = {}) =>
      budgets.onSpent({
        sessionId,
        agentRoot: "builder",
        calls: [callOf(usd, of.calledAt ?? clock.at)],
        ...(of.sessionId !== undefined && { sessionId: of.sessionId, agentRoot: null }),
      }),
    async spend(usd: number): Promise<void> {
      bed.usd = usd;
      await budgets.check();
    },
  });
}

describe("a budget", () => {
  it("warns once at its share, and once more when it is used up", async () => {
    using bed = openBed();
    bed.add();
    for (const usd of [5, 8, 9, 10, 12]) await bed.spend(usd);
    expect(bed.notices).toEqual([
      [bed.sessionId, "Budget: Everything has cost $8.00 of $10.00 today."],
      [
        bed.sessionId,
        "Budget used up: Everything has cost $10.00 of $10.00 today. Spot sessions wait until the limit is raised or the period is over.",
      ],
    ]);
    expect(bed.budgets.list()).toMatchObject([{ state: "reached", spent_usd: 12, label: "Everything" }]);
  });

  it("is checked again if it was added while a check ran", async () => {
    using bed = openBed();
    bed.add();
    const running = bed.budgets.check();
    bed.add({ limit_usd: 20 });
    expect(await running).toEqual({ againAt: bed.clock.at + 5_000 });
    expect(await bed.budgets.check()).toBeUndefined();
  });

  it("says when another amount was added up than before", async () => {
    using bed = openBed();
    bed.add();
    const sums: number[] = [];
    for (const usd of [0, 5, 5, 12]) {
      await bed.spend(usd);
      sums.push(bed.sums);
    }
    expect(sums).toEqual([1, 2, 2, 3]);
  });

  it("warns without a session if none spent anything", async () => {
    using bed = openBed();
    bed.topSessionId = null;
    bed.add();
    await bed.spend(8);
    expect(bed.notices).toEqual([[null, "Budget: Everything has cost $8.00 of $10.00 today."]]);
  });

  it("is named in a line while it is nearly or wholly used up, whoever spent it", async () => {
    using bed = openBed();
    bed.add();
    bed.add({ period: "month", limit_usd: 12 });
    await bed.spend(7);
    expect(bed.budgets.warnings()).toEqual([]);
    await bed.spend(10);
    expect(bed.budgets.warnings()).toEqual([
      "Budget used up: Everything, $10.00 today",
      "Budget nearly used up: Everything, $12.00 this month",
    ]);
  });

  it("holds spot sessions until the period is over", async () => {
    using bed = openBed();
    bed.add();
    await bed.spend(9);
    expect(bed.hold()).toBeNull();
    await bed.spend(10);
    const { to } = periodAt("day", bed.clock.at);
    expect(bed.hold()).toEqual({ detail: "The budget of $10.00 today is used up (Everything).", until: to });
    expect(bed.hold({ isPriority: true })).toBeNull();
    bed.clock.at = to - 1;
    expect(bed.hold()).not.toBeNull();
    bed.clock.at = to;
    expect(bed.hold()).toBeNull();
    expect(bed.budgets.list()).toMatchObject([{ state: "within" }]);
  });

  it("holds until the last of several periods is over", async () => {
    using bed = openBed();
    bed.add();
    const month = bed.add({ period: "month" });
    await bed.spend(10);
    const { to } = periodAt("month", bed.clock.at);
    expect(bed.hold()).toEqual({
      detail: "The budget of $10.00 this month is used up (Everything).",
      until: to,
    });
    bed.budgets.remove(month.id);
    expect(bed.hold()?.until).toBe(periodAt("day", bed.clock.at).to);
  });

  it("lets sessions go on at once when its limit is raised, or when it is removed", async () => {
    using bed = openBed();
    const { id } = bed.add();
    await bed.spend(10);
    const before = bed.changes;
    expect(bed.budgets.update(id, { limit_usd: 20 }).state).toBe("within");
    expect(bed.hold()).toBeNull();
    expect(bed.changes).toBeGreaterThan(before);
    await bed.spend(20);
    expect(bed.hold()).not.toBeNull();
    bed.budgets.remove(id);
    expect(bed.hold()).toBeNull();
    expect(() => bed.budgets.remove(id)).toThrow("Budget not found");
  });

  it("holds after a restart, before anything is added up", async () => {
    using bed = openBed();
    bed.add();
    await bed.spend(10);
    expect(budgetHolds(bed).hold({ id: 99, agentRoot: null, isPriority: false })).not.toBeNull();
  });

  it("is for one agent root or one session, and goes with the session", async () => {
    using bed = openBed();
    bed.add({ scope: "agent_root", agent_root: "builder" });
    bed.add({ scope: "session", session_id: bed.sessionId, at_limit: "pause_sessions" });
    await bed.spend(10);
    expect(bed.hold({ id: 99, agentRoot: "checker" })).toBeNull();
    expect(bed.hold({ id: 99 })?.detail).toContain("Agent root builder");
    expect(bed.hold({ agentRoot: null, isPriority: true })?.detail).toContain(`Session ${bed.sessionId}`);
    bed.database.sql.exec("DELETE FROM sessions");
    expect(bed.budgets.list()).toHaveLength(1);
    expect(() => bed.add({ scope: "session" })).toThrow("needs a session_id");
    expect(() => bed.add({ scope: "agent_root" })).toThrow("needs an agent_root");
  });

  it("is checked shortly after something was spent, and not without one", () => {
    using bed = openBed();
    bed.budgets.onSpent();
    expect(bed.queued).toEqual([]);
    bed.add();
    bed.budgets.onSpent();
    expect(bed.queued).toEqual([bed.clock.at, bed.clock.at + 5_000]);
  });

  it("holds at once by what was recorded since the last check, which follows without delay", async () => {
    using bed = openBed();
    bed.add();
    await bed.spend(7);
    bed.record(2);
    expect(bed.hold()).toBeNull();
    bed.queued.length = 0;
    bed.record(1);
    expect(bed.hold()?.detail).toBe("The budget of $10.00 today is used up (Everything).");
    expect(bed.queued).toEqual([bed.clock.at + 5_000, bed.clock.at]);
    expect(bed.notices).toEqual([]);
    await bed.spend(10);
    expect(bed.hold()).not.toBeNull();
    expect(bed.notices).toMatchObject([[bed.sessionId, expect.stringContaining("Budget used up")]]);
  });

  it("says so when its period is over, by a check that was planned for then", async () => {
    using bed = openBed();
    bed.add();
    await bed.spend(9);
    const { to } = periodAt("day", bed.clock.at);
    expect(bed.queued).toContain(to);
    await bed.spend(10);
    bed.clock.at = to;
    const { changes } = bed;
    await bed.spend(0);
    expect(bed.changes).toBe(changes + 1);
    await bed.spend(1);
    expect(bed.changes).toBe(changes + 1);
    expect(bed.notices).toHaveLength(2);
    await bed.spend(10);
    expect(bed.notices).toHaveLength(3);
  });

  it("lets sessions go on if a call was counted twice, as the next check finds", async () => {
    using bed = openBed();
    bed.add();
    await bed.spend(4);
    bed.record(3);
    bed.record(3);
    expect(bed.hold()).not.toBeNull();
    const before = bed.changes;
    await bed.spend(7);
    expect(bed.hold()).toBeNull();
    expect(bed.changes).toBeGreaterThan(before);
  });

  it("counts what is recorded while a check adds up, and is checked again", async () => {
    using bed = openBed();
    bed.add();
    await bed.spend(4);
    bed.usd = 4;
    const checking = bed.budgets.check();
    await Promise.resolve();
    bed.record(6);
    expect(await checking).toEqual({ againAt: bed.clock.at + 5_000 });
    expect(bed.hold()).not.toBeNull();
    bed.usd = 10;
    expect(await bed.budgets.check()).toBeUndefined();
    expect(bed.budgets.list()).toMatchObject([{ spent_usd: 10, state: "reached" }]);
  });

  it("is checked at once when it is used up, and with the others after that", async () => {
    using bed = openBed();
    bed.add({ at_limit: "notify" });
    const checks = (): number => bed.queued.length;
    await bed.spend(4);
    let before = checks();
    bed.record(6);
    expect(checks()).toBe(before + 2);
    await bed.spend(10);
    before = checks();
    bed.record(1);
    expect(checks()).toBe(before + 1);
  });

  it("counts neither calls of an earlier period nor those of others", async () => {
    using bed = openBed();
    bed.add({ scope: "session", session_id: bed.sessionId });
    bed.record(10, { calledAt: periodAt("day", bed.clock.at).from - 1 });
    bed.record(10, { sessionId: bed.sessionId + 1 });
    expect(bed.hold()).toBeNull();
    bed.record(10);
    expect(bed.hold()).not.toBeNull();
    bed.clock.at = periodAt("day", bed.clock.at).to;
    expect(bed.hold()).toBeNull();
  });

  it("has what a turn spent read at its end only while that can hold a turn", async () => {
    using bed = openBed();
    const read: number[] = [];
    bed.holds.readWith(async (id) => read.push(id));
    const session = { id: bed.sessionId, agentRoot: "builder" };
    await bed.holds.readSpending(session);
    const notice = bed.add({ at_limit: "notify" });
    await bed.holds.readSpending(session);
    expect(read).toEqual([]);
    bed.budgets.remove(notice.id);
    bed.add({ scope: "agent_root", agent_root: "builder" });
    await bed.holds.readSpending(session);
    await bed.holds.readSpending({ ...session, agentRoot: "checker" });
    expect(read).toEqual([bed.sessionId]);
    await bed.spend(10);
    await bed.holds.readSpending(session);
    expect(read).toEqual([bed.sessionId]);
  });
});
