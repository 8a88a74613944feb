import { expect, it } from "vitest";
import { lanePump } from "./lane-pump.ts";
import { settled } from "./queue-test-bed.ts";

it("refuses a job that is claimed while it runs, as when the first claim was not stored", async () => {
  const gate = Promise.withResolvers<void>();
  const executed: number[] = [];
  const errors: unknown[] = [];
  const row = {
    lane: "default",
    kind: "work",
    payload: "{}",
    key: null,
    attempts: 1,
    max_attempts: 5,
    run_at: 0,
  } as const;
  const pump = lanePump({
    capacity: () => 4,
    claim: (lane) => (lane === "default" ? { id: 7, ...row } : undefined),
    async execute({ id }) {
      executed.push(id);
      await gate.promise;
    },
    nextDue: () => null,
    now: () => 0,
    onError: (error) => void errors.push(error),
  });
  pump.start();
  await settled();
  const stopped = pump.stop();
  gate.resolve();
  await stopped;
  expect([executed, errors]).toEqual([[7], [new Error("The job 7 was claimed while it runs")]]);
});
