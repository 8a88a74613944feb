import { afterEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { held, makeQueue, settled, stopQueues } from "./queue-test-bed.ts";

afterEach(stopQueues);

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
