import { expect, it } from "vitest";
import { triggerStore } from "./store.ts";
import { openTriggerBed } from "./trigger-test-bed.ts";

const minuteMs = 60_000;
const build = { condition_type: "code_host_check", configuration: { repos: ["acme/web"], branch: "main" } };

it("shows the last poll of a condition at once, and writes it every ten minutes", async () => {
  await using bed = await openTriggerBed();
  const trigger = bed.make({ conditions: [build] });
  const store = triggerStore(bed.database);
  const restarted = () => triggerStore(bed.database).conditions(trigger)[0]?.lastPolledAt;
  const [condition] = store.conditions(trigger);
  if (!condition) throw new Error("The trigger has no condition");
  const start = bed.clock.now();
  for (let minute = 0; minute < 10; minute++) {
    store.markPolled([condition.id], start + minute * minuteMs);
    expect(store.condition(condition.id)?.lastPolledAt).toBe(start + minute * minuteMs);
    expect(restarted()).toBeNull();
  }
  store.markPolled([condition.id], start + 10 * minuteMs);
  expect(restarted()).toBe(start + 10 * minuteMs);
});
