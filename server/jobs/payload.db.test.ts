import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import { defineJob, defineRecurringJob } from "./definition.ts";
import type { JobQueue } from "./queue.ts";
import { makeQueue, settled, stopQueues } from "./queue-test-bed.ts";

afterEach(stopQueues);

const greeting = z.object({ to: z.string(), times: z.number().default(1) });
const greetJob = defineJob("greet", greeting, { lane: "default", key: ({ to }) => `greet:${to}` });

const storedPayload = ({ database }: TestDatabase) =>
  database.sql.prepare("SELECT kind, key, payload FROM jobs").get();

/** Adds a job and replaces its stored payload, as another version or a damaged disk could have. */
function withStored(opened: TestDatabase, stored: string) {
  const made = makeQueue(opened);
  const greeted: unknown[] = [];
  made.queue.handle(greetJob, (payload) => void greeted.push(payload));
  made.queue.add(greetJob, { to: "Ada", times: 1 });
  opened.database.sql.prepare("UPDATE jobs SET payload = ?").run(stored);
  made.queue.start();
  return { ...made, greeted };
}

describe("the payload of a job", () => {
  it("compiles only with the fields of its schema", () => {
    const mistakes = (queue: JobQueue) => [
      // @ts-expect-error -- the field is missing
      queue.add(greetJob, { times: 1 }),
      // @ts-expect-error -- the field has another type
      queue.add(greetJob, { to: 7, times: 1 }),
      // @ts-expect-error -- the handler expects another payload
      queue.handle(greetJob, ({ sessionId }: { sessionId: number }) => void sessionId),
    ];
    expect(mistakes).toBeInstanceOf(Function);
  });

  it("is stored as it was given, under the key of its definition", () => {
    using opened = openTestDatabase();
    const { queue } = makeQueue(opened);
    queue.handle(greetJob, () => undefined);
    const id = queue.add(greetJob, { to: "Ada", times: 2 });
    expect(queue.add(greetJob, { to: "Ada", times: 3 })).toBe(id);
    expect(storedPayload(opened)).toEqual({
      kind: "greet",
      key: "greet:Ada",
      payload: '{"to":"Ada","times":2}',
    });
  });

  it("has no key if its caller says so, or another one", () => {
    using opened = openTestDatabase();
    const { queue } = makeQueue(opened);
    queue.handle(greetJob, () => undefined);
    const payload = { to: "Ada", times: 1 };
    const ids = [null, null, "other", "other"].map((key) => queue.add(greetJob, payload, { key }));
    expect(new Set(ids).size).toBe(3);
    expect(ids[3]).toBe(ids[2]);
  });

  it.each([
    ["of an older version, without a field that has a default", '{"to":"Ada"}'],
    ["of a newer version, with a field more", '{"to":"Ada","times":1,"tone":"warm"}'],
  ])("is read %s", async (_title, stored) => {
    using opened = openTestDatabase();
    const { greeted, rows } = withStored(opened, stored);
    await settled();
    expect([greeted, rows()]).toEqual([[{ to: "Ada", times: 1 }], []]);
  });

  it.each([
    ["is not JSON", '{"to":', "The payload of this greet job is not JSON"],
    [
      "is not an object",
      "7",
      "The payload of this greet job is not valid: payload: Invalid input: expected object, received number",
    ],
    [
      "has fields of other types",
      '{"to":7,"times":"often"}',
      "The payload of this greet job is not valid: to: Invalid input: expected string, received number; " +
        "times: Invalid input: expected number, received string",
    ],
  ])("fails the job at once when it %s, and the handler never runs", async (_title, stored, error) => {
    using opened = openTestDatabase();
    const { greeted, rows } = withStored(opened, stored);
    await settled();
    expect([greeted, rows()]).toEqual([[], [{ state: "failed", due: 0, attempts: 1, error }]]);
  });

  it("does not keep the jobs behind a damaged one from running", async () => {
    using opened = openTestDatabase();
    const { queue, greeted } = withStored(opened, "{");
    queue.add(greetJob, { to: "Grace", times: 1 });
    await settled();
    expect(greeted).toEqual([{ to: "Grace", times: 1 }]);
  });

  it("does not end a recurring job when it is damaged", async () => {
    using opened = openTestDatabase();
    const { queue, rows } = makeQueue(opened);
    queue.handle(defineRecurringJob("sweep", { lane: "default", everyMs: 1_000 }), () => undefined);
    opened.database.sql
      .prepare(
        "INSERT INTO jobs (lane, kind, payload, key, run_at, max_attempts, created_at) VALUES ('default', 'sweep', '[', 'recurring:sweep', 0, 5, 0)",
      )
      .run();
    queue.start();
    await settled();
    expect(rows()).toEqual([
      { state: "ready", due: 1_000, attempts: 1, error: "The payload of this sweep job is not JSON" },
    ]);
  });
});

it("refuses a second handler for a kind", () => {
  using opened = openTestDatabase();
  const { queue } = makeQueue(opened);
  queue.handle(greetJob, () => undefined);
  expect(() => queue.handle(greetJob, () => undefined)).toThrow("The job kind greet has a handler already");
});
