import { afterEach, expect, it } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { defineRecurringJob } from "./definition.ts";
import { makeQueue, settled, stopQueues, testJob } from "./queue-test-bed.ts";

afterEach(stopQueues);

const hours = 3_600_000;
const note = testJob("note");
const appointment = testJob("appointment", { wallClock: true });
const everyMinute = defineRecurringJob("sweep", { lane: "default", everyMs: 60_000 });

it("runs a waiting job that was due before the clock was set back, and keeps appointments", async () => {
  using opened = openTestDatabase();
  const { queue, ran, noting, rows } = makeQueue(opened);
  queue.handle(note, noting);
  queue.handle(appointment, noting);
  queue.start();
  queue.add(note, { n: "in a minute" }, { runAt: opened.clock.at + 60_000 });
  queue.add(appointment, { n: "at noon" }, { runAt: opened.clock.at + 90_000 });
  await settled();
  opened.clock.at -= 3 * hours;
  queue.clockMoved({ byMs: -3 * hours, now: opened.clock.at });
  await settled();
  expect(ran).toEqual([]);
  expect(rows()).toMatchObject([{ due: 60_000 }, { due: 3 * hours + 90_000 }]);
  opened.clock.at += 60_000;
  queue.clockMoved({ byMs: 60_000, now: opened.clock.at });
  await settled();
  expect(ran).toEqual(["in a minute"]);
});

it.each([
  ["a job that was added", 0],
  ["the last run of a recurring job", 5 * hours],
])("sees at its start by %s that the clock was set back meanwhile", async (_title, ranAfterMs) => {
  using opened = openTestDatabase();
  const before = makeQueue(opened, "boot-1");
  before.queue.handle(note, before.noting);
  before.queue.handle(everyMinute, () => undefined);
  before.queue.add(note, { n: 1 }, { runAt: opened.clock.at + ranAfterMs });
  opened.clock.at += ranAfterMs;
  before.queue.add(everyMinute, {});
  await before.queue.stop();
  opened.clock.at -= 3 * hours;
  const { queue, ran, noting } = makeQueue(opened, "boot-2");
  queue.handle(note, noting);
  queue.handle(everyMinute, () => undefined);
  const { at: now } = opened.clock;
  const byMs = now - queue.newestTime();
  expect(byMs).toBe(-3 * hours);
  queue.clockMoved({ byMs, now });
  queue.start();
  await settled();
  expect(ran).toEqual([1]);
});
