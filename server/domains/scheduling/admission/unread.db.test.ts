import { expect, it } from "vitest";
import { type AdmissionBed, openAdmissionBed } from "./simulation-test-bed.ts";

const openBed = () => openAdmissionBed({ onAdmit: () => {}, onYield: () => {}, stopsSlowly: () => false });

function broken(): never {
  throw new Error("The disk answered with an error");
}

const add = (bed: AdmissionBed, schedulingClass: "spot" | "priority" = "spot") =>
  bed.sessions.find(String(bed.addSession({ schedulingClass, status: "needs_input" })));

it("lets work go on while quota cannot be read, and says so", async () => {
  await using bed = await openBed();
  bed.readings.get = broken;
  bed.ask(add(bed));
  bed.settle();
  expect(bed.running()).toHaveLength(1);
  expect(bed.admission.spotPolicy().decision).toMatchObject({
    allowed: true,
    reason: "unavailable",
    detail: "The quota could not be read, so only the number of sessions counts.",
  });
});

it("keeps what the owner stopped stopped, whatever of quota cannot be read", async () => {
  await using bed = await openBed();
  const [limited, urgent] = [add(bed), add(bed, "priority")];
  bed.readings.get = broken;
  bed.budgets.set(limited.id, { detail: "Used up.", until: bed.clock.at + 1 });
  bed.ask(limited);
  await bed.admission.pauseAll({ kind: "board" });
  bed.ask(urgent);
  bed.settle();
  bed.admission.sweep();
  expect(bed.running()).toEqual([]);
  bed.admission.resumeAll({ kind: "board" });
  bed.settle();
  expect(bed.running()).toEqual([urgent.id]);
  expect(bed.admission.waiting.hold(limited.id)).toMatchObject({ why: "budget_reached" });
});

it.each(["spot", "priority"] as const)(
  "starts no %s turn while a budget cannot be read, and starts it once it can",
  async (schedulingClass) => {
    await using bed = await openBed();
    const row = add(bed, schedulingClass);
    const { get } = bed.budgets;
    bed.budgets.get = broken;
    bed.ask(row);
    bed.settle();
    bed.admission.sweep();
    bed.settle();
    expect(bed.running()).toEqual([]);
    expect(bed.admission.waiting.hold(row.id)).toMatchObject({ why: "unread", retryAt: null });
    bed.budgets.get = get;
    bed.admission.sweep();
    expect(bed.running()).toEqual([row.id]);
  },
);

it("stays paused when the stored pause cannot be read", async () => {
  await using bed = await openBed();
  const row = add(bed);
  await bed.admission.pauseAll({ kind: "board" });
  bed.database.sql.exec("UPDATE app_settings SET value = 'damaged' WHERE key = 'all_paused'");
  bed.ask(row);
  bed.settle();
  expect(bed.running()).toEqual([]);
  expect(bed.admission.waiting.hold(row.id)).toMatchObject({ why: "all_paused" });
  bed.admission.resumeAll({ kind: "board" });
  bed.settle();
  expect(bed.running()).toEqual([row.id]);
});
