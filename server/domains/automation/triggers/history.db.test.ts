import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTriggerBed, type TriggerBed } from "./trigger-test-bed.ts";

let bed: TriggerBed;

beforeEach(async () => {
  bed = await openTriggerBed();
});
afterEach(() => bed[Symbol.asyncDispose]());

const hour = 60 * 60_000;
const hourly = {
  conditions: [{ condition_type: "schedule", configuration: { interval: 1, unit: "hours" } }],
};
const fire = (id: number, variables: object = {}) =>
  bed.triggers.fire({ triggerId: id, variables, by: { kind: "button" } });
const historyOf = (id: number) => bed.triggers.get(id).history;
const outcomesOf = (id: number): string[] => historyOf(id).map(({ outcome }) => outcome);

async function after(ms: number): Promise<void> {
  bed.clock.at += ms;
  await bed.triggers.sweepSchedules();
}

describe("the history of a trigger", () => {
  it("has what fired it, with which values, and the session", async () => {
    const id = bed.make();
    await fire(id, { author: "Ada", text: "plums" });
    const [session] = bed.startedBy(id);
    expect(historyOf(id)).toMatchObject([
      {
        outcome: "started",
        cause: "board",
        condition_id: null,
        summary: "author: Ada · text: plums",
        session_id: session,
        count: 1,
      },
    ]);
    expect(bed.trigger(id).last_outcome).toMatchObject({ outcome: "started" });
  });

  it("says why nothing was started", async () => {
    const id = bed.make({ skip_if_pending_session: true });
    await fire(id);
    await fire(id);
    const [first] = historyOf(id);
    expect(first).toMatchObject({ outcome: "skipped", reason: expect.stringContaining("has not finished") });
    const lost = bed.make({ agent_root_name: "vineyard" });
    await fire(lost);
    expect(historyOf(lost)).toMatchObject([
      { outcome: "failed", session_id: null, reason: expect.stringContaining("vineyard") },
    ]);
  });

  it("shows a burst: its notice, and how many fires were suppressed", async () => {
    const id = bed.make({ max_sessions_per_minute: 1 });
    for (const _ of [1, 2, 3, 4]) await fire(id);
    expect(historyOf(id)).toMatchObject([
      { outcome: "suppressed", count: 2 },
      { outcome: "burst_notice", count: 1 },
      { outcome: "started", count: 1 },
    ]);
  });

  it("counts the runs that a schedule missed beside the one that made up for them", async () => {
    const id = bed.make(hourly);
    await after(5 * hour + 600_000);
    expect(historyOf(id)).toMatchObject([
      { outcome: "started", cause: "schedule", summary: "Every hour" },
      { outcome: "missed", count: 4, reason: expect.stringContaining("asleep") },
    ]);
  });

  it("counts what its session has not read yet as coalesced", async () => {
    const id = bed.make({ ...hourly, reuse_session: true });
    await after(hour);
    const [session = 0] = bed.startedBy(id);
    bed.sessions.write(bed.sessions.find(String(session)), { status: "needs_input" });
    await after(hour);
    bed.busy.add(session);
    await after(hour);
    await after(hour);
    expect(historyOf(id)).toMatchObject([
      { outcome: "coalesced", count: 2 },
      { outcome: "continued", session_id: session },
      { outcome: "started", session_id: session },
    ]);
  });

  describe("a started session that fails", () => {
    const startAndFail = async (id: number, failureDetail = "no clone"): Promise<number> => {
      await fire(id, { text: "plums" });
      const session = bed.startedBy(id).at(-1) ?? 0;
      bed.events.on("transitioned", bed.triggers.onTransition);
      failTurn(session, failureDetail);
      return session;
    };
    const failTurn = (session: number, failureDetail: string) =>
      bed.database.transaction(() => {
        bed.sessions.transition(
          bed.sessions.find(String(session)),
          { kind: "turn_failed" },
          { failureReason: "clone_failed", failureDetail },
        );
      });

    it("is in the history with what fired it and why, and can run again while it has failed", async () => {
      const id = bed.make();
      const session = await startAndFail(id);
      expect(historyOf(id)).toMatchObject([
        {
          outcome: "failed",
          cause: "board",
          summary: "text: plums",
          session_id: session,
          reason: `Session ${session} failed: no clone. It does not run again by itself`,
          can_run_again: true,
        },
        { outcome: "started", can_run_again: false },
      ]);
      expect(bed.trigger(id).last_outcome).toMatchObject({ outcome: "failed" });
      expect(bed.startedBy(id)).toHaveLength(1);
      bed.sessions.write(bed.sessions.find(String(session)), { status: "needs_input" });
      expect(historyOf(id)[0]).toMatchObject({ outcome: "failed", can_run_again: false });
    });

    it("that reports a burst is none of its events", async () => {
      const id = bed.make({ max_sessions_per_minute: 1 });
      await fire(id);
      await fire(id);
      bed.events.on("transitioned", bed.triggers.onTransition);
      failTurn(bed.startedBy(id).at(-1) ?? 0, "no clone");
      expect(outcomesOf(id)).toEqual(["burst_notice", "started"]);
    });
  });

  it("keeps the newest fifty entries, and leaves with its trigger", async () => {
    const id = bed.make();
    for (let n = 0; n < 55; n++) await fire(id, { number: n });
    expect(outcomesOf(id)).toHaveLength(50);
    expect(historyOf(id)[0]).toMatchObject({ summary: "number: 54" });
    bed.triggers.remove(id);
    expect(bed.database.sql.prepare("SELECT COUNT(*) FROM trigger_history").pluck().get()).toBe(0);
  });
});
