import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, silentLog, type TestDatabase } from "../../test/support/database.ts";
import type { Lane } from "./lanes.ts";
import { jobQueue } from "./queue.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
});

/** A queue on `opened`, as one start of the service has it. */
function makeQueue(opened: TestDatabase, boot = "boot-1", capacity: Partial<Record<Lane, number>> = {}) {
  const { database, clock } = opened;
  const queue = jobQueue({ sql: database.sql, clock, log: silentLog, boot, capacity });
  stops.push(() => queue.stop());
  const ran: unknown[] = [];
  /** Jobs of this kind note their payload and end. */
  const noting = {
    lane: "default",
    run: (payload: Record<string, unknown>) => void ran.push(payload["n"]),
  } as const;
  const rows = () =>
    database.sql
      .prepare("SELECT state, run_at - ? AS due, attempts, last_error AS error FROM jobs ORDER BY id")
      .all(clock.at);
  return { queue, ran, noting, rows };
}

/** Work here never waits for anything outside, so a few turns of the event loop see it through. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await nextTurn();
}

/** Jobs that go on until they are let go. */
function held(lane: Lane) {
  const open = new Map<number, () => void>();
  return {
    kind: {
      lane,
      run: (payload: Record<string, unknown>) =>
        new Promise<void>((resolve) => void open.set(Number(payload["n"]), resolve)),
    },
    running: () => [...open.keys()],
    end(n: number): void {
      open.get(n)?.();
      open.delete(n);
    },
  };
}

describe("taking work", () => {
  it("begins with the start and not before", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened);
    queue.define("note", noting);
    queue.add({ kind: "note", payload: { n: 1 } });
    await settled();
    expect(ran).toEqual([]);
    queue.start();
    await settled();
    expect(ran).toEqual([1]);
  });

  it("forgets a job whose work is done", async () => {
    using opened = openTestDatabase();
    const { queue, rows, noting } = makeQueue(opened);
    queue.define("note", noting);
    queue.start();
    queue.add({ kind: "note" });
    await settled();
    expect(rows()).toEqual([]);
  });

  it("refuses a kind that nobody declared", () => {
    using opened = openTestDatabase();
    expect(() => makeQueue(opened).queue.add({ kind: "unheard" })).toThrow("No such job kind: unheard");
  });

  it("keeps a stored job of a kind that is gone, as failed in the end", async () => {
    using opened = openTestDatabase();
    const first = makeQueue(opened);
    first.queue.define("old", { lane: "default", maxAttempts: 1, run: () => undefined });
    first.queue.add({ kind: "old" });
    const { queue, rows } = makeQueue(opened, "boot-2");
    queue.start();
    await settled();
    expect(rows()).toEqual([expect.objectContaining({ state: "failed", error: "No such job kind: old" })]);
  });

  it("fills each lane to its capacity and no further", async () => {
    using opened = openTestDatabase();
    const { queue } = makeQueue(opened, "boot-1", { agents: 2 });
    const [turns, chores] = [held("agents"), held("maintenance")];
    queue.define("turn", turns.kind);
    queue.define("chore", chores.kind);
    queue.start();
    for (const n of [1, 2, 3]) queue.add({ kind: "turn", payload: { n } });
    for (const n of [1, 2]) queue.add({ kind: "chore", payload: { n } });
    await settled();
    expect([turns.running(), chores.running()]).toEqual([[1, 2], [1]]);
    expect([queue.hasRoom("agents"), queue.hasRoom("default")]).toEqual([false, true]);

    turns.end(1);
    await settled();
    expect(turns.running()).toEqual([2, 3]);
    turns.end(2);
    await settled();
    expect(queue.hasRoom("agents")).toBe(true);
    turns.end(3);
    chores.end(1);
    await settled();
    chores.end(2);
  });

  it("takes the higher priority first, then what was due first, then what came first", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened, "boot-1", { default: 1 });
    queue.define("note", noting);
    const now = opened.clock.at;
    queue.add({ kind: "note", payload: { n: "second of the plain" }, runAt: now - 5 });
    queue.add({ kind: "note", payload: { n: "third of the plain" }, runAt: now - 5 });
    queue.add({ kind: "note", payload: { n: "first of the plain" }, runAt: now - 6 });
    queue.add({ kind: "note", payload: { n: "urgent" }, priority: 1 });
    queue.add({ kind: "note", payload: { n: "can wait" }, priority: -1, runAt: now - 9 });
    queue.start();
    await settled();
    await settled();
    expect(ran).toEqual([
      "urgent",
      "first of the plain",
      "second of the plain",
      "third of the plain",
      "can wait",
    ]);
  });

  it("runs a job at its time, on the queue's own timer", async () => {
    using opened = openTestDatabase();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { queue, ran, noting } = makeQueue(opened);
    queue.define("note", noting);
    queue.start();
    queue.add({ kind: "note", payload: { n: 1 }, runAt: opened.clock.at + 60_000 });
    await settled();
    opened.clock.at += 59_999;
    vi.advanceTimersByTime(59_999);
    await settled();
    expect(ran).toEqual([]);
    opened.clock.at += 1;
    vi.advanceTimersByTime(1);
    await settled();
    expect(ran).toEqual([1]);
  });

  it("waits for a job that is due in months", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened);
    queue.define("note", noting);
    queue.start();
    queue.add({ kind: "note", runAt: opened.clock.at + 90 * 24 * 3_600_000 });
    await settled();
    expect(ran).toEqual([]);
  });
});

describe("keys", () => {
  it("lets one unfinished job have a key, waiting or running, and gives back its id", async () => {
    using opened = openTestDatabase();
    const { queue } = makeQueue(opened);
    const work = held("default");
    queue.define("work", work.kind);
    queue.start();
    const id = queue.add({ kind: "work", key: "one", payload: { n: 1 } });
    expect(queue.add({ kind: "work", key: "one", payload: { n: 2 } })).toBe(id);
    await settled();
    expect(queue.add({ kind: "work", key: "one", payload: { n: 3 } })).toBe(id);
    work.end(1);
    await settled();
    expect(queue.add({ kind: "work", key: "one", payload: { n: 4 } })).not.toBe(id);
    await settled();
    expect(work.running()).toEqual([4]);
    work.end(4);
  });

  it("frees the key of a job that failed for good", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened);
    const fail = () => {
      throw new Error("always");
    };
    queue.define("broken", { lane: "default", maxAttempts: 1, run: fail });
    queue.start();
    const id = queue.add({ kind: "broken", key: "one" });
    await settled();
    expect(queue.add({ kind: "broken", key: "one" })).not.toBe(id);
    await settled();
    expect(rows()).toHaveLength(2);
  });
});

describe("the outbox", () => {
  it("leaves nothing of a job whose transaction was rolled back", async () => {
    using opened = openTestDatabase();
    const { queue, ran, rows, noting } = makeQueue(opened);
    queue.define("note", noting);
    queue.start();
    expect(() =>
      opened.database.transaction(() => {
        queue.add({ kind: "note", payload: { n: 1 } });
        throw new Error("no");
      }),
    ).toThrow("no");
    await settled();
    expect([ran, rows()]).toEqual([[], []]);
  });

  it("runs a job once its transaction is through", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened);
    queue.define("note", noting);
    queue.start();
    opened.database.transaction(() => void queue.add({ kind: "note", payload: { n: 1 } }));
    await settled();
    expect(ran).toEqual([1]);
  });

  it("takes back a job that has not begun", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened);
    queue.define("note", noting);
    const id = queue.add({ kind: "note" });
    expect([queue.remove(id), queue.remove(id)]).toEqual([true, false]);
    queue.start();
    await settled();
    expect(ran).toEqual([]);
  });

  it("does not bring back a job that was removed while it ran", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened);
    const gate = Promise.withResolvers<{ againAt: number }>();
    queue.define("work", { lane: "default", run: () => gate.promise });
    queue.start();
    const id = queue.add({ kind: "work" });
    await settled();
    queue.remove(id);
    gate.resolve({ againAt: opened.clock.at });
    await settled();
    expect(rows()).toEqual([]);
  });
});

describe("what a job's end means", () => {
  /** Runs the only job once more, at the time it is due. */
  async function again(opened: TestDatabase, queue: ReturnType<typeof jobQueue>) {
    const due = opened.database.sql.prepare("SELECT run_at FROM jobs").pluck().get();
    opened.clock.at = Number(due);
    queue.remove(queue.add({ kind: "nudge", runAt: Number.MAX_SAFE_INTEGER }));
    await settled();
  }

  function flaky(opened: TestDatabase, kind: { maxAttempts?: number; everyMs?: number; run(): unknown }) {
    const made = makeQueue(opened);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    made.queue.define("nudge", { lane: "default", run: () => undefined });
    made.queue.define("flaky", { lane: "default", ...kind });
    return made;
  }

  const fail = () => {
    throw new Error("not today");
  };

  it("tries a throwing job again, each time after twice as long, and then leaves it as failed", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = flaky(opened, { run: fail });
    queue.start();
    queue.add({ kind: "flaky" });
    await settled();
    for (const [attempt, due] of [1_000, 2_000, 4_000, 8_000].entries()) {
      expect(rows()).toEqual([{ state: "ready", due, attempts: attempt + 1, error: "not today" }]);
      await again(opened, queue);
    }
    expect(rows()).toEqual([{ state: "failed", due: 0, attempts: 5, error: "not today" }]);
  });

  it("waits five minutes at most between two tries", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = flaky(opened, { maxAttempts: 1_000, run: fail });
    queue.start();
    queue.add({ kind: "flaky" });
    await settled();
    for (let n = 0; n < 12; n++) await again(opened, queue);
    expect(rows()).toEqual([expect.objectContaining({ due: 300_000, state: "ready" })]);
  });

  it("tells a job how often it was tried", async () => {
    using opened = openTestDatabase();
    const attempts: number[] = [];
    const { queue } = makeQueue(opened);
    queue.define("nudge", { lane: "default", run: () => undefined });
    queue.define("flaky", {
      lane: "default",
      run: (_payload, { attempt }) => {
        attempts.push(attempt);
        if (attempt < 3) fail();
      },
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    queue.start();
    queue.add({ kind: "flaky" });
    await settled();
    await again(opened, queue);
    await again(opened, queue);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it("keeps a job that asks to run again, for then", async () => {
    using opened = openTestDatabase();
    const answers: unknown[] = [{ againAt: opened.clock.at + 7_000 }, undefined];
    const { queue, rows } = flaky(opened, { run: () => answers.shift() });
    queue.start();
    queue.add({ kind: "flaky" });
    await settled();
    expect(rows()).toEqual([expect.objectContaining({ state: "ready", due: 7_000, error: null })]);
    await again(opened, queue);
    expect(rows()).toEqual([]);
  });

  it("does not count the times a job asked to run again as failures", async () => {
    using opened = openTestDatabase();
    let runs = 0;
    const { queue, rows } = flaky(opened, {
      maxAttempts: 2,
      run: () => {
        runs += 1;
        return runs < 4 ? { againAt: opened.clock.at + 1_000 } : fail();
      },
    });
    queue.start();
    queue.add({ kind: "flaky" });
    await settled();
    for (let n = 0; n < 3; n++) await again(opened, queue);
    expect(rows()).toEqual([{ state: "ready", due: 1_000, attempts: 1, error: "not today" }]);
  });

  it("runs a recurring job from the start on and after each run, failed or not", async () => {
    using opened = openTestDatabase();
    const answers = [() => undefined, fail, () => undefined];
    const { queue, rows } = flaky(opened, { everyMs: 60_000, run: () => answers.shift()?.() });
    queue.start();
    await settled();
    expect(rows()).toEqual([expect.objectContaining({ state: "ready", due: 60_000, error: null })]);
    await again(opened, queue);
    expect(rows()).toEqual([expect.objectContaining({ state: "ready", due: 60_000, error: "not today" })]);
    await again(opened, queue);
    expect(answers).toEqual([]);
  });

  it("has one recurring job of a kind, however often the service started", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = flaky(opened, { everyMs: 60_000, run: () => undefined });
    queue.start();
    await settled();
    await queue.stop();
    const next = makeQueue(opened, "boot-2");
    next.queue.define("flaky", { lane: "default", everyMs: 60_000, run: () => undefined });
    next.queue.start();
    await settled();
    expect(rows()).toHaveLength(1);
  });
});

describe("starting and stopping", () => {
  it("puts back what a dead start had claimed and leaves its own claims alone", async () => {
    using opened = openTestDatabase();
    const dead = makeQueue(opened, "boot-1");
    const work = held("default");
    dead.queue.define("work", work.kind);
    dead.queue.start();
    dead.queue.add({ kind: "work", payload: { n: 1 } });
    dead.queue.add({ kind: "work", payload: { n: 2 } });
    await settled();

    const { queue, ran, noting } = makeQueue(opened, "boot-2");
    queue.define("work", noting);
    expect(queue.start()).toEqual({ released: 2 });
    await settled();
    expect(ran).toEqual([1, 2]);
    work.end(1);
    work.end(2);
  });

  it("waits for what runs, tells it, and takes nothing more", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened, "boot-1", { default: 1 });
    const signals: AbortSignal[] = [];
    const gate = Promise.withResolvers<void>();
    queue.define("work", {
      lane: "default",
      run: (_payload, { signal }) => {
        signals.push(signal);
        return gate.promise;
      },
    });
    queue.start();
    queue.add({ kind: "work" });
    queue.add({ kind: "work" });
    await settled();
    let stopped = false;
    const stopping = queue.stop().then(() => {
      stopped = true;
    });
    await settled();
    expect([stopped, signals.map(({ aborted }) => aborted)]).toEqual([false, [true]]);
    gate.resolve();
    await stopping;
    queue.add({ kind: "work" });
    await settled();
    expect(rows()).toEqual([
      expect.objectContaining({ state: "ready" }),
      expect.objectContaining({ state: "ready" }),
    ]);
  });

  it("writes nothing once the database is closed", async () => {
    const opened = openTestDatabase();
    const { queue } = makeQueue(opened);
    const gate = Promise.withResolvers<void>();
    queue.define("work", { lane: "default", run: () => gate.promise });
    queue.start();
    queue.add({ kind: "work" });
    await settled();
    opened.database.close();
    gate.resolve();
    await expect(queue.stop()).resolves.toBeUndefined();
  });
});
