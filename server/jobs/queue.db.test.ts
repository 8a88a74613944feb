import { afterEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { currentWriteContext, runInWriteContext } from "../db/write-context.ts";
import { held, makeQueue, settled, stopQueues, testJob } from "./queue-test-bed.ts";

afterEach(stopQueues);

const note = testJob("note");
const work = testJob("work");

describe("claiming jobs", () => {
  it("runs them outside of the request that added them, whose write they are no part of", async () => {
    using opened = openTestDatabase();
    const { queue } = makeQueue(opened);
    const seen: unknown[] = [];
    queue.handle(note, () => void seen.push(currentWriteContext()));
    queue.start();
    await settled();
    const context = {
      isOpen: () => true,
      around: <T>(run: () => T) => run(),
      preparing: <T>(run: () => T) => run(),
    };
    runInWriteContext(context, () => {
      queue.add(note, {});
      seen.push(currentWriteContext());
    });
    await settled();
    expect(seen).toEqual([context, undefined]);
  });

  it("begins with the start, not earlier", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened);
    queue.handle(note, noting);
    queue.add(note, { n: 1 });
    await settled();
    expect(ran).toEqual([]);
    queue.start();
    await settled();
    expect(ran).toEqual([1]);
  });

  it("deletes a job when it is done", async () => {
    using opened = openTestDatabase();
    const { queue, rows, noting } = makeQueue(opened);
    queue.handle(note, noting);
    queue.start();
    queue.add(note, {});
    await settled();
    expect(rows()).toEqual([]);
  });

  it("refuses a kind without a handler", () => {
    using opened = openTestDatabase();
    expect(() => makeQueue(opened).queue.add(testJob("unheard"), {})).toThrow("No such job kind: unheard");
  });

  it("keeps a stored job of an unknown kind as failed", async () => {
    using opened = openTestDatabase();
    const first = makeQueue(opened);
    const old = testJob("old", { maxAttempts: 1 });
    first.queue.handle(old, () => undefined);
    first.queue.add(old, {});
    const { queue, rows } = makeQueue(opened, "boot-2");
    queue.start();
    await settled();
    expect(rows()).toEqual([expect.objectContaining({ state: "failed", error: "No such job kind: old" })]);
  });

  it("fills each lane up to its capacity", async () => {
    using opened = openTestDatabase();
    const { queue } = makeQueue(opened, "boot-1", { agents: 2 });
    const [turn, chore] = [testJob("turn", { lane: "agents" }), testJob("chore", { lane: "maintenance" })];
    const [turns, chores] = [held(), held()];
    queue.handle(turn, turns.run);
    queue.handle(chore, chores.run);
    queue.start();
    for (const n of [1, 2, 3]) queue.add(turn, { n });
    for (const n of [1, 2]) queue.add(chore, { n });
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

  it("claims by priority, then by due time, then by order of arrival", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened, "boot-1", { default: 1 });
    queue.handle(note, noting);
    const now = opened.clock.at;
    queue.add(note, { n: "second of the plain" }, { runAt: now - 5 });
    queue.add(note, { n: "third of the plain" }, { runAt: now - 5 });
    queue.add(note, { n: "first of the plain" }, { runAt: now - 6 });
    queue.add(note, { n: "urgent" }, { priority: 1 });
    queue.add(note, { n: "can wait" }, { priority: -1, runAt: now - 9 });
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
    queue.handle(note, noting);
    queue.start();
    queue.add(note, { n: 1 }, { runAt: opened.clock.at + 60_000 });
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
    queue.handle(note, noting);
    queue.start();
    queue.add(note, {}, { runAt: opened.clock.at + 90 * 24 * 3_600_000 });
    await settled();
    expect(ran).toEqual([]);
  });
});

describe("keys", () => {
  it("allows one unfinished job per key, waiting or running, and returns its id", async () => {
    using opened = openTestDatabase();
    const { queue } = makeQueue(opened);
    const workers = held();
    queue.handle(work, workers.run);
    queue.start();
    const id = queue.add(work, { n: 1 }, { key: "one" });
    expect(queue.add(work, { n: 2 }, { key: "one" })).toBe(id);
    await settled();
    expect(queue.add(work, { n: 3 }, { key: "one" })).toBe(id);
    workers.end(1);
    await settled();
    expect(queue.add(work, { n: 4 }, { key: "one" })).not.toBe(id);
    await settled();
    expect(workers.running()).toEqual([4]);
    workers.end(4);
  });

  it("frees the key of a job that failed permanently", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened);
    const fail = () => {
      throw new Error("always");
    };
    const broken = testJob("broken", { maxAttempts: 1 });
    queue.handle(broken, fail);
    queue.start();
    const id = queue.add(broken, {}, { key: "one" });
    await settled();
    expect(queue.add(broken, {}, { key: "one" })).not.toBe(id);
    await settled();
    expect(rows()).toHaveLength(2);
  });
});

describe("the outbox", () => {
  it("drops a job whose transaction was rolled back", async () => {
    using opened = openTestDatabase();
    const { queue, ran, rows, noting } = makeQueue(opened);
    queue.handle(note, noting);
    queue.start();
    expect(() =>
      opened.database.transaction(() => {
        queue.add(note, { n: 1 });
        throw new Error("no");
      }),
    ).toThrow("no");
    await settled();
    expect([ran, rows()]).toEqual([[], []]);
  });

  it("runs a job after its transaction was committed", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened);
    queue.handle(note, noting);
    queue.start();
    opened.database.transaction(() => void queue.add(note, { n: 1 }));
    await settled();
    expect(ran).toEqual([1]);
  });

  it("removes a job that has not started", async () => {
    using opened = openTestDatabase();
    const { queue, ran, noting } = makeQueue(opened);
    queue.handle(note, noting);
    const id = queue.add(note, {});
    expect([queue.remove(id), queue.remove(id)]).toEqual([true, false]);
    queue.start();
    await settled();
    expect(ran).toEqual([]);
  });

  it("does not bring back a job that was removed while it ran", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened);
    const gate = Promise.withResolvers<{ againAt: number }>();
    queue.handle(work, () => gate.promise);
    queue.start();
    const id = queue.add(work, {});
    await settled();
    queue.remove(id);
    gate.resolve({ againAt: opened.clock.at });
    await settled();
    expect(rows()).toEqual([]);
  });
});

describe("starting and stopping", () => {
  it("releases the claims of an ended start, but not its own", async () => {
    using opened = openTestDatabase();
    const dead = makeQueue(opened, "boot-1");
    const workers = held();
    dead.queue.handle(work, workers.run);
    dead.queue.start();
    dead.queue.add(work, { n: 1 });
    dead.queue.add(work, { n: 2 });
    await settled();

    const { queue, ran, noting } = makeQueue(opened, "boot-2");
    queue.handle(work, noting);
    expect(queue.start()).toEqual({ released: 2 });
    await settled();
    expect(ran).toEqual([1, 2]);
    workers.end(1);
    workers.end(2);
  });

  it("signals running jobs, waits for them, and claims no more", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened, "boot-1", { default: 1 });
    const signals: AbortSignal[] = [];
    const gate = Promise.withResolvers<void>();
    queue.handle(work, (_payload, { signal }) => {
      signals.push(signal);
      return gate.promise;
    });
    queue.start();
    queue.add(work, {});
    queue.add(work, {});
    await settled();
    let stopped = false;
    const stopping = queue.stop().then(() => {
      stopped = true;
    });
    await settled();
    expect([stopped, signals.map(({ aborted }) => aborted)]).toEqual([false, [true]]);
    gate.resolve();
    await stopping;
    queue.add(work, {});
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
    queue.handle(work, () => gate.promise);
    queue.start();
    queue.add(work, {});
    await settled();
    opened.database.close();
    gate.resolve();
    await expect(queue.stop()).resolves.toBeUndefined();
  });
});
