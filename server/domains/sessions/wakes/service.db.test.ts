import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeQueue, settled, stopQueues, testJob } from "../../../jobs/queue-test-bed.ts";
import { openSessionBed, type SessionBed } from "../sessions/session-test-bed.ts";
import { registerWakeJobs, type WakeService, wakeService } from "./index.ts";
import { armedWakes } from "./queries.ts";

const nudge = testJob("nudge", { lane: "triggers" });

let bed: SessionBed;
let wakes: WakeService;
let queue: ReturnType<typeof makeQueue>["queue"];
let posted: { sessionId: number; content: string }[];

/** As the service composes it, but for what carries messages to agents. */
async function openBed() {
  const armed: { has?: (sessionId: number) => boolean } = {};
  bed = await openSessionBed({ hasArmedWake: (id) => armed.has?.(id) ?? false });
  const { database, clock, events, sessions, sessionLog } = bed;
  armed.has = armedWakes(database.sql);
  ({ queue } = makeQueue(bed));
  posted = [];
  const post = (sessionId: number, { content }: { content: string }) => posted.push({ sessionId, content });
  wakes = wakeService({ database, jobs: queue, clock, events, sessions, sessionLog, post });
  events.on("transitioned", wakes.onTransition);
  registerWakeJobs(queue, wakes);
  queue.handle(nudge, () => undefined);
  queue.start();
}

beforeEach(openBed);
afterEach(async () => {
  await stopQueues();
  await bed[Symbol.asyncDispose]();
});

const minute = 60_000;
const row = (id: number) => bed.sessions.find(String(id));
const statesOf = (): unknown[] =>
  bed.database.sql.prepare("SELECT state FROM wakes ORDER BY id").pluck().all();
/** In whole minutes from now, as clocks in UTC show it. */
const inMinutes = (count: number): string =>
  new Date(bed.clock.at + count * minute).toISOString().slice(0, 19);

const arm = (id: number, minutes = 10, prompt = "Look again") =>
  wakes.arm(String(id), { wake_at: inMinutes(minutes), prompt });

/** Moves the clock and has the queue look. */
async function after(minutes: number): Promise<void> {
  bed.clock.at += minutes * minute;
  queue.add(nudge, {});
  await settled();
}

describe("arming a wake", () => {
  it("puts an idle session to sleep immediately", () => {
    const id = bed.addSession();
    const wake = arm(id);
    expect(row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep_on_wake", pendingSleep: false });
    expect(row(id).deliberateSleepAt).toBe(bed.clock.at);
    expect(wakes.armed(id)).toEqual([wake]);
    expect(wake).toMatchObject({ session_id: id, prompt: "Look again", timezone: "UTC" });
  });

  it("lets the active turn end first", () => {
    const id = bed.addSession({ status: "running" });
    arm(id);
    expect(row(id)).toMatchObject({ status: "running", pendingSleep: true });
    bed.sessions.transition(row(id), { kind: "turn_rested" });
    expect(row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep_on_wake" });
  });

  it.each(["failed", "archived"] as const)("is refused for a session that is %s", (status) => {
    const id = bed.addSession({ status });
    expect(() => arm(id)).toThrow(`this one is ${status}`);
    expect(wakes.armed(id)).toEqual([]);
  });

  it.each([
    ["a date alone", "2026-06-02", "UTC", "has no time of day"],
    ["an offset", "2026-06-02T10:00+02:00", "UTC", "has its own offset"],
    ["Z in another zone", "2026-06-02T10:00Z", "Europe/Berlin", "ends in Z, which is UTC"],
    ["no time at all", "tomorrow", "UTC", "is not a time"],
    ["a day no calendar has", "2026-06-31T10:00", "UTC", "is not a time"],
    ["an unknown zone", "2026-06-02T10:00", "Mars/Base", "is not a time zone"],
    ["the past", "2026-06-01T11:00", "UTC", "at 2026-06-01T11:00:00Z and it is now 2026-06-01T12:00:00Z"],
    ["thirty seconds from now", "2026-06-01T12:00:30", "UTC", "more than 30 seconds from now"],
  ])("is refused for %s", (_title, wake_at, timezone, sentence) => {
    const id = bed.addSession();
    expect(() => wakes.arm(String(id), { wake_at, timezone, prompt: "x" })).toThrow(sentence);
    expect(row(id).status).toBe("needs_input");
  });

  it.each([
    ["thirty-one seconds from now", "2026-06-01T12:00:31", "UTC", "2026-06-01T12:00:31Z"],
    ["as UTC with its Z", "2026-06-01T12:01:00Z", "UTC", "2026-06-01T12:01:00Z"],
    ["in a zone of its own", "2026-06-01T15:00", "Europe/Berlin", "2026-06-01T13:00:00Z"],
  ])("takes a time %s", (_title, wake_at, timezone, at) => {
    expect(wakes.arm(String(bed.addSession()), { wake_at, timezone, prompt: "x" })).toMatchObject({
      wake_at: at,
      scheduled_at: wake_at,
    });
  });
});

describe("a wake that is due", () => {
  it("is delivered once at its time, and ends the others", async () => {
    const id = bed.addSession();
    arm(id, 20, "Second");
    arm(id, 10, "First");
    await after(9);
    expect(posted).toEqual([]);
    await after(1);
    expect(posted).toEqual([
      { sessionId: id, content: expect.stringMatching(/^\[Signalbox\].*not a person.*\n\nFirst$/s) },
    ]);
    expect(statesOf()).toEqual(["superseded", "delivered"]);
    await after(60);
    expect(posted).toHaveLength(1);
    expect(bed.database.sql.prepare("SELECT COUNT(*) FROM jobs").pluck().get()).toBe(0);
  });

  it("is delivered at the next start if the service was down", async () => {
    const id = bed.addSession();
    arm(id);
    await queue.stop();
    bed.clock.at += 60 * minute;
    const next = makeQueue(bed, "boot-2").queue;
    registerWakeJobs(next, wakes);
    next.start();
    await settled();
    expect(posted).toEqual([
      {
        sessionId: id,
        content: expect.stringContaining("due at 2026-06-01T12:10:00Z and delivered at 2026-06-01T13:00:00Z"),
      },
    ]);
  });

  it("is not delivered to a session that has failed, and the log says so", async () => {
    const id = bed.addSession({ status: "running" });
    arm(id);
    bed.sessions.transition(row(id), { kind: "turn_failed" });
    await after(10);
    expect(posted).toEqual([]);
    expect(statesOf()).toEqual(["cancelled"]);
    expect(bed.notes.at(-1)).toContain("was not delivered: the session is failed");
  });

  it("is deleted with its session", async () => {
    const id = bed.addSession();
    arm(id);
    bed.sessions.remove(row(id));
    await after(10);
    expect(posted).toEqual([]);
    expect(statesOf()).toEqual([]);
  });
});

describe("a session with an armed wake", () => {
  it("sleeps again after any earlier turn", () => {
    const id = bed.addSession();
    arm(id);
    bed.sessions.transition(row(id), { kind: "turn_queued", laneFree: true });
    expect(row(id)).toMatchObject({ status: "running", pendingSleep: true });
    bed.sessions.transition(row(id), { kind: "turn_rested" });
    expect(row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep_on_wake" });
    expect(wakes.armed(id)).toHaveLength(1);
  });

  it("waits for a person on request, with the wake still armed", () => {
    const id = bed.addSession({ status: "running" });
    const wake = arm(id);
    expect(wakes.restForPerson(String(id))).toEqual([wake]);
    bed.sessions.transition(row(id), { kind: "turn_rested" });
    expect(row(id)).toMatchObject({ status: "needs_input" });
    expect(wakes.armed(id)).toEqual([wake]);
  });

  it("needs input immediately if it is asleep, with the wake still armed", () => {
    const id = bed.addSession();
    const wake = arm(id);
    expect(wakes.restForPerson(String(id))).toEqual([wake]);
    expect(row(id)).toMatchObject({ status: "needs_input", waitingKind: null, deliberateSleepAt: null });
    wakes.cancel(String(id));
    bed.sessions.transition(row(id), { kind: "sleep" });
    expect(wakes.restForPerson(String(id))).toEqual([]);
    expect(row(id)).toMatchObject({ status: "needs_input", waitingKind: null });
  });

  it.each(["failed", "archived"] as const)("cannot wait for a person once it is %s", (status) => {
    const id = bed.addSession({ status });
    expect(() => wakes.restForPerson(String(id))).toThrow(`this one is ${status}`);
  });

  it("needs input when the last wake it sleeps for is canceled", () => {
    const id = bed.addSession();
    const [first] = [arm(id), arm(id, 20)];
    wakes.cancel(String(id), first.id);
    expect(row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep_on_wake" });
    wakes.cancel(String(id));
    expect(row(id)).toMatchObject({ status: "needs_input", waitingKind: null, deliberateSleepAt: null });
  });

  it("does not sleep for a canceled wake", () => {
    const id = bed.addSession({ status: "running" });
    const [first, second] = [arm(id, 10), arm(id, 20)];
    expect(wakes.cancel(String(id), first.id)).toEqual([first]);
    expect(row(id).pendingSleep).toBe(true);
    expect(() => wakes.cancel(String(id), first.id)).toThrow(`no scheduled wake ${first.id}`);
    expect(wakes.cancel(String(id))).toEqual([second]);
    expect(row(id).pendingSleep).toBe(false);
    expect(statesOf()).toEqual(["cancelled", "cancelled"]);
  });

  it.each([
    ["taken over", "superseded", (id: number) => wakes.supersede(id)],
    [
      "archived",
      "cancelled",
      (id: number) => bed.sessions.transition(bed.sessions.find(String(id)), { kind: "archive" }),
    ],
  ] as const)("has no wake once it is %s", async (_title, state, end) => {
    const id = bed.addSession();
    arm(id);
    end(id);
    await after(10);
    expect(posted).toEqual([]);
    expect(statesOf()).toEqual([state]);
  });
});
