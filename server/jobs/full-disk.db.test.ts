import { afterEach, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { makeQueue, settled, stopQueues, testJob } from "./queue-test-bed.ts";
import { jobStore } from "./store.ts";

afterEach(stopQueues);

const filling = testJob("filling");
const note = testJob("noting");

/** From now on every write fails, as on a full disk. */
const fill = ({ database }: TestDatabase) => database.sql.pragma("query_only = ON");
const makeRoom = ({ database }: TestDatabase) => database.sql.pragma("query_only = OFF");

it("stores the end of a job once there is space again, and does not run it twice", async () => {
  using opened = openTestDatabase();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { queue, rows } = makeQueue(opened);
  let runs = 0;
  queue.handle(filling, () => {
    runs += 1;
    fill(opened);
  });
  queue.add(filling, {});
  queue.start();
  await settled();
  expect(rows()).toHaveLength(1);
  makeRoom(opened);
  await vi.advanceTimersByTimeAsync(5_000);
  await settled();
  expect({ runs, rows: rows() }).toEqual({ runs: 1, rows: [] });
});

it("continues claiming once there is space again", async () => {
  using opened = openTestDatabase();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { queue, ran, noting } = makeQueue(opened);
  queue.handle(note, noting);
  queue.add(note, { n: 1 }, { runAt: opened.clock.at + 1_000 });
  queue.start();
  await settled();
  fill(opened);
  opened.clock.at += 1_000;
  await vi.advanceTimersByTimeAsync(1_000);
  await settled();
  expect(ran).toEqual([]);
  makeRoom(opened);
  await vi.advanceTimersByTimeAsync(5_000);
  await settled();
  expect(ran).toEqual([1]);
});

it("can be stopped while an end cannot be stored; the next start runs the job again", async () => {
  using opened = openTestDatabase();
  const { queue, rows } = makeQueue(opened);
  queue.handle(filling, () => void fill(opened));
  queue.add(filling, {});
  queue.start();
  await settled();
  await queue.stop();
  expect(rows()).toEqual([expect.objectContaining({ state: "claimed" })]);
  makeRoom(opened);
});

it("notices within a minute that the machine has slept", async () => {
  using opened = openTestDatabase();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { queue, ran, noting } = makeQueue(opened);
  queue.handle(note, noting);
  queue.add(note, { n: 1 }, { runAt: opened.clock.at + 3 * 3_600_000 });
  queue.start();
  await settled();
  opened.clock.at += 5 * 3_600_000;
  await vi.advanceTimersByTimeAsync(60_000);
  await settled();
  expect(ran).toEqual([1]);
});

it("looks for a job that is due without a write", () => {
  using opened = openTestDatabase();
  const store = jobStore(opened.database.sql);
  fill(opened);
  expect(store.claim("default", opened.clock.at, "boot-1")).toBeUndefined();
  makeRoom(opened);
});
