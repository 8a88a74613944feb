import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nextSlot } from "./schedule-slots.ts";
import { openTriggerBed, type TriggerBed } from "./trigger-test-bed.ts";

let bed: TriggerBed;

beforeEach(async () => {
  bed = await openTriggerBed();
});
afterEach(() => bed[Symbol.asyncDispose]());

const minute = 60_000;
const settings = { interval: 1, unit: "hours", timezone: "UTC" };

/** Everything that can happen to a trigger around its slots. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 180 }).map((minutes) => ({ kind: "wait" as const, minutes })),
  },
  { weight: 4, arbitrary: fc.constant({ kind: "sweep" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "killed sweep" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "toggle" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "rename" as const }) },
);

/** A sweep whose transactions are rolled back, as when the process ends before their commit. */
async function killedSweep(sweep: () => Promise<unknown>): Promise<void> {
  bed.database.sql.exec(
    "CREATE TEMP TRIGGER killed BEFORE INSERT ON trigger_history BEGIN SELECT RAISE(ABORT, 'killed'); END",
  );
  await sweep();
  bed.database.sql.exec("DROP TRIGGER killed");
}

it("starts one session for each slot, however sweeps, edits, kills and restarts interleave", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const id = bed.make({ conditions: [{ condition_type: "schedule", configuration: settings }] });
      let service = bed.triggers;
      let expected = 0;
      let slot: number | null = nextSlot(settings, bed.clock.at, null);
      for (const { kind, ...by } of steps) {
        if ("minutes" in by) bed.clock.at += by.minutes * minute;
        if (kind === "killed sweep") {
          await killedSweep(service.sweepSchedules);
          // Whoever is killed starts again.
          service = bed.reopen();
        }
        if (kind === "restart") service = bed.reopen();
        if (kind === "rename") service.update(id, { name: `Pick ${expected}` });
        if (kind === "toggle") {
          service.toggle(id);
          slot = slot === null ? nextSlot(settings, bed.clock.at, null) : null;
        }
        if (kind !== "sweep") continue;
        await service.sweepSchedules();
        if (slot === null || bed.clock.at < slot) continue;
        expected++;
        slot = nextSlot(settings, bed.clock.at, slot);
      }
      const { sessions_created_count: started, next_fire_at: next } = bed.trigger(id);
      expect({ started, next: next === null ? null : Date.parse(next) }).toEqual({
        started: expected,
        next: slot,
      });
      bed.triggers.remove(id);
    }),
    { numRuns: 20 },
  );
});
