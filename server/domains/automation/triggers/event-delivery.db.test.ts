import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeQueue, settled, stopQueues, testJob } from "../../../jobs/queue-test-bed.ts";
import { openSessionBed, type SessionBed } from "../../sessions/sessions/session-test-bed.ts";
import { registerWakeJobs, type WakeService, wakeService } from "../../sessions/wakes/index.ts";
import { armedWakes } from "../../sessions/wakes/queries.ts";
import { registerTriggerJobs } from "./job-handlers.ts";
import type { NewTrigger, SessionEventName } from "./model.ts";
import type { TriggerDeps } from "./ports.ts";
import { type TriggerService, triggerService } from "./service.ts";

const nudge = testJob("nudge", { lane: "triggers" });

let bed: SessionBed;
let queue: ReturnType<typeof makeQueue>["queue"];
let wakes: WakeService;
let triggers: TriggerService;
/** Messages sent to sessions. */
let posted: string[];
/** Sessions with an unread message. */
let busy: Set<number>;
let known: Set<string>;

/** Composed as in the service, except that messages are recorded instead of sent. */
async function openBed() {
  const armed: { has?: (sessionId: number) => boolean } = {};
  bed = await openSessionBed({ hasArmedWake: (id) => armed.has?.(id) ?? false });
  posted = [];
  busy = new Set();
  known = new Set(["orchard-api"]);
  ({ queue } = makeQueue(bed));
  armed.has = armedWakes(bed.database.sql);
  const post = (id: number, { content }: { content: string }) => void posted.push(`${id} ${content}`);
  wakes = wakeService({ ...bed, jobs: queue, post });
  triggers = triggerService({
    ...bed,
    log: { info: () => undefined, warn: () => undefined } as unknown as TriggerDeps["log"],
    wakes,
    jobs: queue,
    catalog: {
      hasRoot: (name) => known.has(name),
      checkNames: () => undefined,
      missing: () => null,
    },
    post,
    hasPendingMessages: (id) => busy.has(id),
    unarchive: () => Promise.resolve(),
    recordWriting: () => undefined,
    sessionEventsSince: () => [],
    watchers: {
      since: () => Promise.resolve({ events: [], note: null }),
      sampled: () => Promise.resolve([]),
      sample: () => Promise.resolve({}),
    },
    sessionOfIssue: () => null,
    watchProblem: () => null,
    admit: () => {},
    sessionUrl: (id) => `http://here/sessions/${id}`,
    newToken: () => "0123456789abcdef",
  });
  registerTriggerJobs(queue, triggers);
  registerWakeJobs(queue, wakes);
  queue.handle(nudge, () => undefined);
  bed.events.on("wakeEnded", triggers.onWakeEnded);
  bed.events.on("transitioned", triggers.onTransition);
  bed.events.on("transitioned", wakes.onTransition);
  bed.events.on("removed", triggers.onSessionRemoved);
  queue.start();
}

beforeEach(openBed);
afterEach(async () => {
  await stopQueues();
  await bed[Symbol.asyncDispose]();
});

const row = (id: number) => bed.sessions.find(String(id));
const change = (id: number, kind: "turn_rested" | "turn_failed" | "archive" | "turn_started") =>
  bed.database.transaction(() => bed.sessions.transition(row(id), { kind }));
const jobs = (): number =>
  bed.database.sql
    .prepare<[], number>("SELECT COUNT(*) FROM jobs WHERE kind = 'trigger.news'")
    .pluck()
    .get() ?? 0;

/** Moves the clock and runs what is due. */
async function after(seconds: number): Promise<void> {
  bed.clock.at += seconds * 1_000;
  queue.add(nudge, {});
  await settled();
}

const on = (event_name: SessionEventName, watched_session_id?: number) => ({
  condition_type: "ao_event",
  configuration: { event_name, watched_session_id },
});

const make = (more: Partial<NewTrigger> = {}): number =>
  triggers.create({
    name: "Look",
    agent_root_name: "orchard-api",
    prompt_template: "Look at it: {{event}}.",
    ...more,
  }).trigger.id;

/** A session that sleeps until another one changes. */
function sleeper(...conditions: ReturnType<typeof on>[]): { id: number; triggerId: number } {
  const id = bed.addSession();
  return { id, triggerId: make({ reuse_session: true, last_session_id: id, conditions }) };
}

describe("a wake for an event of another session", () => {
  it("puts its session to sleep, and comes after the other has needed input for half a minute", async () => {
    const watched = bed.addSession({ status: "running", title: "Count\nthe [pears]" });
    const { id, triggerId } = sleeper(on("session_needs_input", watched));
    expect(row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep_on_wake" });
    expect(wakes.armed(id)).toMatchObject([{ wake_at: null, waits_for: `session #${watched} needs input` }]);
    change(watched, "turn_rested");
    await after(29);
    expect(posted).toEqual([]);
    await after(1);
    const sentence = `Session #${watched} (Count the pears) needs input`;
    expect(posted).toEqual([
      `${id} [Signalbox] This is an automatic message, not a person: the wake you asked for. ${sentence}.\n\nLook at it: ${sentence}.`,
    ]);
    expect(triggers.byId(triggerId)).toBeUndefined();
    expect(jobs()).toBe(0);
  });

  it("does not come when the other needed input only briefly", async () => {
    const watched = bed.addSession({ status: "running" });
    const { id } = sleeper(on("session_needs_input", watched));
    change(watched, "turn_rested");
    change(watched, "turn_started");
    await after(30);
    expect([posted, jobs()]).toEqual([[], 0]);
    change(watched, "turn_rested");
    change(watched, "turn_started");
    await after(20);
    change(watched, "turn_rested");
    await after(10);
    expect(posted).toEqual([]);
    await after(20);
    expect(posted).toHaveLength(1);
    expect(wakes.armed(id)).toEqual([]);
  });

  it.each([
    ["session_failed", "turn_failed", "failed"],
    ["session_archived", "archive", "was archived"],
  ] as const)("comes at once for %s, and ends the other wakes", async (event, kind, words) => {
    const watched = bed.addSession({ status: "running" });
    const { id } = sleeper(on(event, watched));
    const others = [
      make({ reuse_session: true, last_session_id: id, conditions: [on("session_needs_input", watched)] }),
    ];
    change(watched, kind);
    await after(0);
    expect(posted).toEqual([expect.stringContaining(`${words}.`)]);
    for (const other of others) expect(triggers.byId(other)).toBeUndefined();
    expect(wakes.armed(id)).toEqual([]);
  });

  it("is added in the transaction that changed the other session", () => {
    const watched = bed.addSession({ status: "running" });
    sleeper(on("session_failed", watched));
    expect(() =>
      bed.database.transaction(() => {
        bed.sessions.transition(row(watched), { kind: "turn_failed" });
        throw new Error("The power went");
      }),
    ).toThrow("The power went");
    expect([row(watched).status, jobs()]).toEqual(["running", 0]);
    change(watched, "turn_failed");
    expect([row(watched).status, jobs()]).toEqual(["failed", 1]);
  });

  it.each([
    ["session_needs_input", "needs_input", "needs input"],
    ["session_failed", "failed", "failed"],
    ["session_archived", "archived", "was archived"],
  ] as const)("comes at once when %s has already happened", async (event, status, words) => {
    const { id } = sleeper(on(event, bed.addSession({ status })));
    expect(row(id).status).toBe("waiting");
    await after(0);
    expect(posted).toEqual([expect.stringContaining(`${words}.`)]);
  });

  it.each(["archived", "deleted"] as const)("says so when the other is %s instead", async (how) => {
    const watched = bed.addSession({ status: "running" });
    const { id, triggerId } = sleeper(on("session_needs_input", watched), on("session_failed", watched));
    if (how === "archived") change(watched, "archive");
    else bed.database.transaction(() => bed.sessions.remove(row(watched)));
    await after(0);
    expect(posted).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${id} .*can no longer come\\. Session #${watched} .*was ${how}, and no other wake is set`,
          "s",
        ),
      ),
    ]);
    expect(triggers.byId(triggerId)).toBeUndefined();
  });

  it("is removed without a message in that case if another wake is set", async () => {
    const [watched, other] = [bed.addSession({ status: "running" }), bed.addSession({ status: "running" })];
    const { id, triggerId } = sleeper(on("session_failed", watched), on("session_failed", other));
    change(watched, "archive");
    await after(0);
    expect(posted).toEqual([]);
    expect(row(id)).toMatchObject({ status: "waiting", waitingKind: "asleep_on_wake" });
    expect(triggers.get(triggerId).trigger.conditions).toHaveLength(1);
    change(other, "turn_failed");
    await after(0);
    expect(posted).toHaveLength(1);
  });

  it("fails with a reason when its prompt is empty, and its session does not stay asleep", async () => {
    const watched = bed.addSession({ status: "running" });
    const id = bed.addSession();
    const triggerId = make({
      reuse_session: true,
      last_session_id: id,
      prompt_template: "{{labels}}",
      conditions: [on("session_failed", watched)],
    });
    change(watched, "turn_failed");
    await after(0);
    expect(triggers.byId(triggerId)).toMatchObject({
      status: "failed",
      lastError: "The prompt is empty once the template is filled in",
      failedAt: bed.clock.at,
    });
    expect(row(id).status).toBe("needs_input");
    triggers.update(triggerId, { prompt_template: "Look." });
    // Turning it on again arms the wake again, and the other session has already failed.
    expect(triggers.toggle(triggerId)).toMatchObject({ status: "enabled", last_error: null });
    await after(0);
    expect(posted).toEqual([expect.stringMatching(/Look\.$/)]);
  });

  it("is canceled when its trigger is turned off", async () => {
    const watched = bed.addSession({ status: "running" });
    const { id, triggerId } = sleeper(on("session_failed", watched));
    triggers.toggle(triggerId);
    expect(row(id).status).toBe("needs_input");
    change(watched, "turn_failed");
    await after(0);
    expect([posted, jobs()]).toEqual([[], 0]);
  });

  it("cannot wait for its own session", () => {
    const watched = bed.addSession();
    const { id, triggerId } = sleeper(on("session_failed", watched));
    expect(() => sleeper(on("session_failed", 987_654))).toThrow("There is no session 987654");
    expect(() => triggers.update(triggerId, { last_session_id: watched })).toThrow("its own changes");
    expect(() =>
      make({ reuse_session: true, last_session_id: id, conditions: [on("session_failed", id)] }),
    ).toThrow("its own changes");
  });
});

describe("a trigger on one session that starts another", () => {
  it("fires only once", async () => {
    const watched = bed.addSession({ status: "running" });
    const id = make({ conditions: [on("session_failed", watched)] });
    change(watched, "turn_failed");
    await after(0);
    const { trigger, recent_sessions } = triggers.get(id);
    expect(trigger).toMatchObject({ sessions_created_count: 1, last_triggered_at: expect.any(String) });
    expect(row(recent_sessions[0]?.id ?? 0)).toMatchObject({
      genesis: "ao_event",
      prompt: `Look at it: Session #${watched} (${row(watched).title}) failed.`,
    });
    change(watched, "turn_started");
    change(watched, "turn_failed");
    triggers.update(id, { name: "Still spent" });
    await after(0);
    expect(triggers.get(id).trigger.sessions_created_count).toBe(1);
  });

  it("fails with a reason when it cannot fire, or never will", async () => {
    const [one, two] = [bed.addSession({ status: "running" }), bed.addSession({ status: "running" })];
    const rootless = make({ agent_root_name: "vineyard", conditions: [on("session_failed", one)] });
    const vain = make({ conditions: [on("session_failed", two)] });
    change(one, "turn_failed");
    change(two, "archive");
    await after(0);
    expect(triggers.byId(rootless)).toMatchObject({ status: "failed", lastError: expect.any(String) });
    expect(triggers.byId(vain)?.lastError).toMatch(
      /was archived, so the event that this trigger waits for cannot happen/,
    );
  });
});

describe("a trigger on any session", () => {
  const failing = (more: Partial<Parameters<SessionBed["addSession"]>[0]> = {}): number => {
    const id = bed.addSession({ status: "running", ...more });
    change(id, "turn_failed");
    return id;
  };

  it("fires for each event of an autonomous session", async () => {
    const id = make({ conditions: [on("session_failed")] });
    failing();
    failing({ isAutonomous: false });
    failing();
    await after(0);
    expect(triggers.get(id).trigger.sessions_created_count).toBe(2);
  });

  it("never fires for its own sessions, or for sessions they led to", async () => {
    const id = make({ conditions: [on("session_failed")] });
    failing();
    await after(0);
    const [own] = triggers.get(id).recent_sessions;
    change(own?.id ?? 0, "turn_failed");
    failing({ parentSessionId: own?.id ?? 0 });
    failing({ metadata: { event_session_id: own?.id } });
    await after(0);
    expect(triggers.get(id).trigger.sessions_created_count).toBe(1);
  });

  it("respects the cap, and reports a burst once", async () => {
    const id = make({ conditions: [on("session_failed")], max_sessions_per_minute: 1 });
    for (const _ of [1, 2, 3]) failing();
    await after(0);
    const { trigger, recent_sessions: recent } = triggers.get(id);
    expect(trigger).toMatchObject({ bursting: true, sessions_created_count: 2, status: "enabled" });
    expect(row(recent[0]?.id ?? 0).metadata).toMatchObject({ burst_notice: true });
  });

  it("counts but does not repeat a message its session has not read yet", async () => {
    const target = bed.addSession();
    const id = make({ conditions: [on("session_failed")], reuse_session: true, last_session_id: target });
    failing();
    await after(0);
    busy.add(target);
    failing();
    failing();
    await after(60);
    expect(posted).toHaveLength(1);
    expect(triggers.byId(id)).toMatchObject({ missedFireCount: 2, lastTriggeredAt: bed.clock.at });
    busy.clear();
    failing();
    await after(0);
    expect(posted).toHaveLength(2);
    expect(triggers.byId(id)).toMatchObject({ missedFireCount: 0, firstMissedFireAt: null });
  });
});
