import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../../../lib/errors.ts";
import type { NewTrigger } from "./model.ts";
import { openTriggerBed, type TriggerBed } from "./trigger-test-bed.ts";

let bed: TriggerBed;

beforeEach(async () => {
  bed = await openTriggerBed();
});
afterEach(() => bed[Symbol.asyncDispose]());

const minute = 60_000;
const hour = 60 * minute;
const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;
const naive = (at: number): string => new Date(at).toISOString().slice(0, 19);

const every = (configuration: Record<string, unknown>) => ({
  conditions: [{ condition_type: "schedule", configuration }],
});
const hourly = every({ interval: 1, unit: "hours" });
const once = (inMs: number, more: object = {}) =>
  every({ scheduled_at: naive(bed.clock.at + inMs), timezone: "UTC", ...more });

async function after(ms: number): Promise<void> {
  bed.clock.at += ms;
  await bed.triggers.sweepSchedules();
}

/** An hourly trigger that has started one session, which runs still. */
async function withSession(more: Partial<NewTrigger> = {}): Promise<number> {
  const id = bed.make({ ...hourly, ...more });
  await after(hour + minute);
  expect(bed.startedBy(id)).toHaveLength(1);
  return id;
}

describe("the sweep", () => {
  /** Undefined for the next moment of the jobs that run each minute. */
  const inMs = async (): Promise<number | undefined> => {
    const again = await bed.triggers.sweepSchedules();
    return again && again.againAt - bed.clock.at;
  };

  it("comes again when the next schedule is due, otherwise with the jobs of each minute", async () => {
    expect(await inMs()).toBeUndefined();
    bed.make(hourly);
    expect(await inMs()).toBeUndefined();
    const id = bed.make(once(90_000));
    const due = Date.parse(`${naive(bed.clock.at + 90_000)}Z`);
    bed.clock.at = due - 20_000;
    expect(await inMs()).toBe(20_000);
    bed.triggers.toggle(id);
    expect(await inMs()).toBeUndefined();
  });

  it("tries again soon what it could not start", async () => {
    bed.make(hourly);
    bed.space.problem = new Refusal({ status: 507, label: "No space", messages: ["No space"] });
    bed.clock.at += 2 * hour;
    expect(await inMs()).toBe(10_000);
  });
});

describe("a repeating schedule", () => {
  it("fires once for each slot, however often it is looked at", async () => {
    const id = bed.make(hourly);
    const first = Math.floor(bed.clock.at / minute) * minute + hour;
    expect(bed.trigger(id)).toMatchObject({ next_fire_at: iso(first), last_triggered_at: null });
    await after(first - bed.clock.at - 1);
    expect(bed.startedBy(id)).toEqual([]);
    await after(1);
    await after(0);
    expect(bed.startedBy(id)).toHaveLength(1);
    expect(bed.trigger(id)).toMatchObject({
      next_fire_at: iso(first + hour),
      conditions: [{ last_triggered_at: iso(first), next_fire_at: iso(first + hour) }],
    });
    const [session] = bed.startedBy(id);
    expect(bed.sessions.find(String(session))).toMatchObject({ genesis: "schedule", prompt: "Pick." });
    await after(hour);
    expect(bed.startedBy(id)).toHaveLength(2);
  });

  it("makes up for missed runs with one, and keeps its phase", async () => {
    const id = bed.make(hourly);
    const first = Math.floor(bed.clock.at / minute) * minute + hour;
    await after(first - bed.clock.at + 5 * hour + 20 * minute);
    expect(bed.startedBy(id)).toHaveLength(1);
    expect(bed.trigger(id).next_fire_at).toBe(iso(first + 6 * hour));
  });

  it("skips them if it is set to", async () => {
    const id = bed.make(every({ interval: 1, unit: "hours", missed_runs: "skip" }));
    await after(5 * hour + 20 * minute);
    expect(bed.startedBy(id)).toEqual([]);
    await after(hour - 18 * minute);
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("starts nothing while its session is in progress if it skips then", async () => {
    const id = await withSession({ skip_if_pending_session: true });
    const [session = 0] = bed.startedBy(id);
    await after(hour);
    expect(bed.startedBy(id)).toHaveLength(1);
    bed.sessions.write(bed.sessions.find(String(session)), { status: "needs_input" });
    await after(minute);
    expect(bed.startedBy(id)).toHaveLength(1);
    await after(hour);
    expect(bed.startedBy(id)).toHaveLength(2);
  });

  it("continues its session, and counts what that has not read yet", async () => {
    const id = await withSession({ reuse_session: true });
    const [session = 0] = bed.startedBy(id);
    bed.sessions.write(bed.sessions.find(String(session)), { status: "needs_input" });
    await after(hour);
    expect(bed.posted).toEqual([`${session} trigger "Pick": Pick.`]);
    bed.busy.add(session);
    await after(hour);
    expect(bed.posted).toHaveLength(1);
    expect(bed.trigger(id).missed_fire_count).toBe(1);
  });

  it("goes on after a fire that was refused", async () => {
    const id = bed.make({ ...hourly, agent_root_name: "vineyard" });
    await after(hour);
    expect(bed.trigger(id)).toMatchObject({ status: "enabled", next_fire_at: iso(nextHour()) });
  });

  it("waits for disk space instead of losing the slot", async () => {
    const id = bed.make(hourly);
    bed.space.problem = new Refusal({ status: 507, label: "Full", messages: ["Full"] });
    await after(hour);
    expect(bed.startedBy(id)).toEqual([]);
    bed.space.problem = null;
    await after(minute);
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("fires nothing while it is off, and starts over when it is turned on", async () => {
    const id = bed.make(hourly);
    bed.triggers.toggle(id);
    expect(bed.trigger(id).next_fire_at).toBeNull();
    await after(3 * hour);
    bed.triggers.toggle(id);
    await after(0);
    expect(bed.startedBy(id)).toEqual([]);
    await after(hour);
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("keeps its slot when something else is saved, and takes a new one when it changes", async () => {
    const id = bed.make(hourly);
    const { next_fire_at: before, conditions } = bed.trigger(id);
    bed.clock.at += 10 * minute;
    bed.triggers.update(id, { name: "Picker" });
    expect(bed.trigger(id).next_fire_at).toBe(before);
    const [condition] = conditions;
    bed.triggers.update(id, {
      conditions: [{ id: condition?.id, configuration: { interval: 2, unit: "hours" } }],
    });
    expect(bed.trigger(id).next_fire_at).toBe(iso(nextHour() + hour));
  });

  it("is given its slot at the start if an earlier version stored it without one", async () => {
    const id = bed.make(hourly);
    bed.database.sql.exec("UPDATE trigger_conditions SET next_fire_at = NULL");
    await bed.reopen().sweepSchedules();
    expect(bed.trigger(id).next_fire_at).toBe(iso(nextHour()));
  });
});

/** One hour after the minute that it is. */
const nextHour = (): number => Math.floor(bed.clock.at / minute) * minute + hour;

describe("a one-time schedule", () => {
  it("fires at its time and turns its trigger off", async () => {
    const id = bed.make(once(hour));
    await after(hour - minute);
    expect(bed.startedBy(id)).toEqual([]);
    await after(minute);
    await after(minute);
    expect(bed.startedBy(id)).toHaveLength(1);
    expect(bed.trigger(id)).toMatchObject({ status: "disabled", next_fire_at: null, last_error: null });
    bed.triggers.toggle(id);
    await after(minute);
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("fires late after the service was down", async () => {
    const id = bed.make(once(hour));
    await after(30 * hour);
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("fails instead if missed runs are skipped", async () => {
    const id = bed.make(once(hour, { missed_runs: "skip" }));
    await after(30 * hour);
    expect(bed.startedBy(id)).toEqual([]);
    expect(bed.trigger(id)).toMatchObject({
      status: "failed",
      last_error: expect.stringContaining("passed while the service was not running"),
    });
  });

  it("that is refused fails its trigger, and fires when that is turned on again", async () => {
    const id = bed.make({ ...once(hour), agent_root_name: "vineyard" });
    await after(hour);
    expect(bed.trigger(id)).toMatchObject({
      status: "failed",
      last_error: expect.stringContaining("vineyard"),
      next_fire_at: null,
    });
    bed.triggers.update(id, { agent_root_name: "orchard-api" });
    await after(minute);
    expect(bed.startedBy(id)).toEqual([]);
    bed.triggers.toggle(id);
    expect(bed.trigger(id)).toMatchObject({ status: "enabled", last_error: null });
    await after(minute);
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("that failed fires when it is turned on again, also if missed runs are skipped", async () => {
    const id = bed.make({ ...once(hour, { missed_runs: "skip" }), agent_root_name: "vineyard" });
    await after(hour);
    bed.triggers.update(id, { agent_root_name: "orchard-api" });
    await after(hour);
    expect(bed.trigger(id).status).toBe("failed");
    bed.triggers.toggle(id);
    await after(minute);
    expect(bed.trigger(id)).toMatchObject({ status: "disabled", last_error: null });
    expect(bed.startedBy(id)).toHaveLength(1);
  });

  it("stays due while a session of its trigger is in progress", async () => {
    const id = await withSession({
      skip_if_pending_session: true,
      conditions: [...hourly.conditions, ...once(hour + 10 * minute).conditions],
    });
    const [session = 0] = bed.startedBy(id);
    await after(12 * minute);
    expect(bed.startedBy(id)).toHaveLength(1);
    bed.sessions.write(bed.sessions.find(String(session)), { status: "needs_input" });
    await after(2 * minute);
    expect(bed.startedBy(id)).toHaveLength(2);
  });
});

describe("a schedule that the burst cap suppresses", () => {
  const historyOf = (id: number) => bed.triggers.get(id).history;
  const coolDown = 5 * minute;
  const slotOf = (id: number): number => Date.parse(bed.trigger(id).next_fire_at ?? "");
  const until = async (at: number): Promise<void> => after(at - bed.clock.at);

  /** A trigger that begins to burst shortly before the slot of its schedule; it has started two sessions. */
  async function bursting(configuration: Record<string, unknown>): Promise<{ id: number; slot: number }> {
    const id = bed.make({ ...every(configuration), max_sessions_per_minute: 1 });
    const slot = slotOf(id);
    bed.clock.at = slot - 10_000;
    for (const _ of [1, 2]) await bed.triggers.invoke(id, {}, { kind: "button" });
    await until(slot);
    expect(bed.startedBy(id)).toHaveLength(2);
    return { id, slot };
  }

  const endOf = (id: number): number =>
    bed.database.sql
      .prepare<[number], number>("SELECT burst_active_until FROM triggers WHERE id = ?")
      .pluck()
      .get(id) ?? 0;

  it("stays due until there is room, says so, and keeps its phase", async () => {
    const { id, slot } = await bursting({ interval: 1, unit: "hours" });
    expect(bed.trigger(id).next_fire_at).toBe(iso(endOf(id)));
    expect(historyOf(id)[0]).toMatchObject({
      outcome: "suppressed",
      reason: expect.stringMatching(/starts nothing until .+\. This run stays due until then$/),
    });
    // It is not looked at again before that.
    await after(minute);
    expect(historyOf(id)[0]).toMatchObject({ outcome: "suppressed", count: 1 });
    await until(endOf(id));
    expect(bed.startedBy(id)).toHaveLength(3);
    expect(
      historyOf(id)
        .map(({ outcome }) => outcome)
        .slice(0, 2),
    ).toEqual(["started", "suppressed"]);
    expect(bed.trigger(id).next_fire_at).toBe(iso(slot + hour));
  });

  it.each(["run_once", "skip"])("fires once for the slots that passed meanwhile, with %s", async (rule) => {
    const { id, slot } = await bursting({ interval: 2, unit: "minutes", missed_runs: rule });
    const end = endOf(id);
    expect(end).toBeGreaterThan(slot + 4 * minute);
    for (let at = bed.clock.at + minute; at < end; at += minute) await until(at);
    await until(end);
    expect(bed.startedBy(id)).toHaveLength(3);
    expect(historyOf(id).slice(0, 3)).toMatchObject([
      { outcome: "started" },
      { outcome: "missed", count: 2, reason: expect.stringContaining("One run made up for all") },
      { outcome: "suppressed", count: 1 },
    ]);
    expect(bed.trigger(id).next_fire_at).toBe(iso(slot + 6 * minute));
  });

  it("is held back again while the burst goes on, without losing its phase", async () => {
    const { id, slot } = await bursting({ interval: 1, unit: "hours" });
    const first = endOf(id);
    bed.clock.at = first - 1_000;
    for (const _ of [1, 2])
      await expect(bed.triggers.invoke(id, {}, { kind: "button" })).rejects.toThrow("too often");
    await until(first);
    expect(bed.startedBy(id)).toHaveLength(2);
    expect(endOf(id)).toBeGreaterThan(first);
    await until(endOf(id));
    expect(bed.startedBy(id)).toHaveLength(3);
    expect(bed.trigger(id).next_fire_at).toBe(iso(slot + hour));
  });

  it("fires as soon as another cap ends the burst", async () => {
    const { id, slot } = await bursting({ interval: 1, unit: "hours" });
    bed.triggers.update(id, { name: "Picker" });
    await after(0);
    expect(bed.startedBy(id)).toHaveLength(2);
    bed.triggers.update(id, { max_sessions_per_minute: 5 });
    await after(0);
    expect(bed.startedBy(id)).toHaveLength(3);
    expect(bed.trigger(id).next_fire_at).toBe(iso(slot + hour));
  });

  it("is forgotten when its trigger is turned off", async () => {
    const { id } = await bursting({ interval: 1, unit: "hours" });
    bed.triggers.toggle(id);
    await after(coolDown);
    bed.triggers.toggle(id);
    await after(0);
    expect(bed.startedBy(id)).toHaveLength(2);
    expect(bed.trigger(id).next_fire_at).toBe(iso(nextHour()));
  });

  it("is skipped if the service was down then and missed runs are skipped", async () => {
    const { id, slot } = await bursting({ interval: 1, unit: "hours", missed_runs: "skip" });
    await until(slot + 30 * minute);
    expect(bed.startedBy(id)).toHaveLength(2);
    expect(bed.trigger(id).next_fire_at).toBe(iso(slot + hour));
  });

  it("stays due as well if it fires once", async () => {
    const at = Math.ceil(bed.clock.at / 1_000) * 1_000 + hour;
    const { id } = await bursting({ scheduled_at: naive(at), timezone: "UTC" });
    await until(endOf(id));
    expect(bed.startedBy(id)).toHaveLength(3);
    expect(bed.trigger(id).status).toBe("disabled");
  });

  it("fires as soon as another cap ends the burst if it fires once", async () => {
    const at = Math.ceil(bed.clock.at / 1_000) * 1_000 + hour;
    const { id } = await bursting({ scheduled_at: naive(at), timezone: "UTC" });
    bed.triggers.update(id, { max_sessions_per_minute: 5 });
    await after(0);
    expect(bed.startedBy(id)).toHaveLength(3);
    expect(bed.trigger(id).status).toBe("disabled");
  });
});

describe("a service that ends during a fire", () => {
  it("has started nothing and fires after the restart", async () => {
    const id = bed.make(hourly);
    // The transaction of the fire is rolled back, as when the process ends before its commit.
    bed.database.sql.exec(
      "CREATE TEMP TRIGGER killed BEFORE UPDATE OF next_fire_at ON trigger_conditions BEGIN SELECT RAISE(ABORT, 'killed'); END",
    );
    await after(hour);
    expect(bed.startedBy(id)).toEqual([]);
    bed.database.sql.exec("DROP TRIGGER killed");
    await bed.reopen().sweepSchedules();
    await bed.reopen().sweepSchedules();
    expect(bed.startedBy(id)).toHaveLength(1);
  });
});
