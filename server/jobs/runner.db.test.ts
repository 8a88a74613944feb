import { afterEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import type { JobQueue } from "./queue.ts";
import { makeQueue, settled, stopQueues } from "./queue-test-bed.ts";

afterEach(stopQueues);

describe("what a job's end means", () => {
  /** Runs the only job once more, at the time it is due. */
  async function again(opened: TestDatabase, queue: JobQueue) {
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
