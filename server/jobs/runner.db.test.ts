import { afterEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { defineRecurringJob, type JobDefinition, type JobResult } from "./definition.ts";
import type { JobQueue } from "./queue.ts";
import { makeQueue, settled, stopQueues, testJob } from "./queue-test-bed.ts";
import type { JobRun } from "./runner.ts";

afterEach(stopQueues);

const nudge = testJob("nudge");
const flaky = testJob("flaky");
const everyMinute = defineRecurringJob("flaky", { lane: "default", everyMs: 60_000 });

describe("the end of a job", () => {
  /** Runs the only job again when it is due. */
  async function again(opened: TestDatabase, queue: JobQueue) {
    const due = opened.database.sql.prepare("SELECT run_at FROM jobs").pluck().get();
    opened.clock.at = Number(due);
    queue.remove(queue.add(nudge, {}, { runAt: Number.MAX_SAFE_INTEGER }));
    await settled();
  }

  function queueWith<Payload extends object>(
    opened: TestDatabase,
    job: JobDefinition<Payload>,
    run: JobRun<Payload>,
  ) {
    const made = makeQueue(opened);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    made.queue.handle(nudge, () => undefined);
    made.queue.handle(job, run);
    return made;
  }

  const fail = (): never => {
    throw new Error("not today");
  };

  it("retries a failing job, doubling the delay each time, and finally keeps it as failed", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = queueWith(opened, flaky, fail);
    queue.start();
    queue.add(flaky, {});
    await settled();
    for (const [attempt, due] of [1_000, 2_000, 4_000, 8_000].entries()) {
      expect(rows()).toEqual([{ state: "ready", due, attempts: attempt + 1, error: "not today" }]);
      await again(opened, queue);
    }
    expect(rows()).toEqual([{ state: "failed", due: 0, attempts: 5, error: "not today" }]);
  });

  it("waits at most five minutes between two tries", async () => {
    using opened = openTestDatabase();
    const stubborn = testJob("flaky", { maxAttempts: 1_000 });
    const { queue, rows } = queueWith(opened, stubborn, fail);
    queue.start();
    queue.add(stubborn, {});
    await settled();
    for (let n = 0; n < 12; n++) await again(opened, queue);
    expect(rows()).toEqual([expect.objectContaining({ due: 300_000, state: "ready" })]);
  });

  it("passes the number of the try to the job", async () => {
    using opened = openTestDatabase();
    const attempts: number[] = [];
    const { queue } = makeQueue(opened);
    queue.handle(nudge, () => undefined);
    queue.handle(flaky, (_payload, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) fail();
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    queue.start();
    queue.add(flaky, {});
    await settled();
    await again(opened, queue);
    await again(opened, queue);
    expect(attempts).toEqual([1, 2, 3]);
  });

  it("keeps a job that asks to run again, for that time", async () => {
    using opened = openTestDatabase();
    const answers: JobResult[] = [{ againAt: opened.clock.at + 7_000 }, undefined];
    const { queue, rows } = queueWith(opened, flaky, () => answers.shift());
    queue.start();
    queue.add(flaky, {});
    await settled();
    expect(rows()).toEqual([expect.objectContaining({ state: "ready", due: 7_000, error: null })]);
    await again(opened, queue);
    expect(rows()).toEqual([]);
  });

  it("does not count the times a job asked to run again as failures", async () => {
    using opened = openTestDatabase();
    let runs = 0;
    const twice = testJob("flaky", { maxAttempts: 2 });
    const { queue, rows } = queueWith(opened, twice, () => {
      runs += 1;
      return runs < 4 ? { againAt: opened.clock.at + 1_000 } : fail();
    });
    queue.start();
    queue.add(twice, {});
    await settled();
    for (let n = 0; n < 3; n++) await again(opened, queue);
    expect(rows()).toEqual([{ state: "ready", due: 1_000, attempts: 1, error: "not today" }]);
  });

  it("forgets what failed thirty days ago once another job fails", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened);
    const broken = testJob("broken", { maxAttempts: 1 });
    queue.handle(broken, () => {
      throw new Error("not today");
    });
    queue.start();
    const days = (count: number): number => count * 24 * 60 * 60_000;
    for (const pause of [0, days(29), days(2)]) {
      opened.clock.at += pause;
      queue.add(broken, {});
      await settled();
    }
    expect(rows()).toMatchObject([
      { state: "failed", due: -days(2) },
      { state: "failed", due: 0 },
    ]);
  });

  it("runs a recurring job from the start on and after each run, failed or not", async () => {
    using opened = openTestDatabase();
    const answers = [() => undefined, fail, () => undefined];
    const { queue, rows } = queueWith(opened, everyMinute, () => answers.shift()?.());
    queue.start();
    await settled();
    expect(rows()).toEqual([expect.objectContaining({ state: "ready", due: 60_000, error: null })]);
    await again(opened, queue);
    expect(rows()).toEqual([expect.objectContaining({ state: "ready", due: 60_000, error: "not today" })]);
    await again(opened, queue);
    expect(answers).toEqual([]);
  });

  it("runs recurring jobs that run as often at the same moments, however long each takes", async () => {
    using opened = openTestDatabase();
    const slow = () => void (opened.clock.at += 1_500);
    const { queue, rows } = queueWith(opened, everyMinute, slow);
    queue.handle(defineRecurringJob("also", { lane: "default", everyMs: 60_000 }), () => undefined);
    const seldom = defineRecurringJob("seldom", { lane: "default", everyMs: 120_000 });
    queue.handle(seldom, () => undefined);
    queue.start();
    await settled();
    expect(rows()).toMatchObject([{ due: 58_500 }, { due: 58_500 }, { due: 118_500 }]);
    await again(opened, queue);
    expect(rows()).toMatchObject([{ due: 58_500 }, { due: 58_500 }, { due: 58_500 }]);
  });

  it("runs a recurring job that was late, or on a clock that was set back, within its interval", async () => {
    using opened = openTestDatabase();
    const moves = [0, 100_000, -3_600_000];
    const { queue, rows } = queueWith(opened, everyMinute, () => {
      opened.clock.at += moves.shift() ?? 0;
    });
    queue.start();
    await settled();
    await again(opened, queue);
    expect(rows()).toMatchObject([{ due: 20_000 }]);
    await again(opened, queue);
    expect(rows()).toMatchObject([{ due: 60_000 }]);
  });

  it("runs a recurring job for the first time when it says so", async () => {
    using opened = openTestDatabase();
    const later = defineRecurringJob("check", { lane: "default", everyMs: 60_000, firstAfterMs: 20_000 });
    const { queue, rows } = queueWith(opened, later, fail);
    queue.start();
    await settled();
    expect(rows()).toEqual([expect.objectContaining({ state: "ready", due: 20_000, error: null })]);
  });

  it("has one recurring job per kind, however often the service started", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = queueWith(opened, everyMinute, () => undefined);
    queue.start();
    await settled();
    await queue.stop();
    const next = makeQueue(opened, "boot-2");
    next.queue.handle(everyMinute, () => undefined);
    next.queue.start();
    await settled();
    expect(rows()).toHaveLength(1);
  });
});
