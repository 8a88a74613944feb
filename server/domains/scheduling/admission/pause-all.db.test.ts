import { expect, it } from "vitest";
import { openAdmissionBed } from "./simulation-test-bed.ts";

const board = { kind: "board" } as const;

const openBed = (admitted: number[] = []) =>
  openAdmissionBed({
    onAdmit: ({ id }) => void admitted.push(id),
    onYield: () => {},
    stopsSlowly: () => false,
  });

it("stops what works, starts nothing before it is resumed, a restart of the service included, and then in order", async () => {
  const admitted: number[] = [];
  await using bed = await openBed(admitted);
  const add = (precedence: number, schedulingClass: "spot" | "priority" = "spot") =>
    bed.sessions.find(String(bed.addSession({ precedence, schedulingClass, status: "needs_input" })));
  const [low, high, urgent] = [add(1), add(5), add(0, "priority")];
  for (const row of [low, high, urgent]) bed.ask(row);
  bed.settle();
  expect(bed.running()).toHaveLength(3);

  expect(await bed.admission.pauseAll(board)).toMatchObject({ stopped: 3 });
  const later = add(9, "priority");
  bed.ask(later);
  bed.settle();
  bed.restart();
  bed.settle();
  bed.admission.sweep();
  bed.settle();
  expect(bed.running()).toEqual([]);
  expect(bed.admission.stoppedByPause()).toBe(3);
  expect(bed.admission.waiting.pause(high.id)).toMatchObject({ why: "all_paused" });
  expect(bed.admission.waiting.hold(later.id)).toMatchObject({ why: "all_paused", retryAt: null });
  expect(admitted).toEqual([]);

  expect(bed.admission.resumeAll(board)).toMatchObject({ resumed: 3 });
  bed.settle();
  expect(admitted).toEqual([later.id, urgent.id, high.id, low.id]);
  expect(bed.admission.stoppedByPause()).toBeNull();
  expect(bed.admission.resumeAll(board)).toMatchObject({ resumed: 0 });
});

it("stops at the next start what a crash kept it from stopping", async () => {
  await using bed = await openBed();
  const id = bed.addSession({ schedulingClass: "spot", status: "needs_input" });
  await bed.admission.pauseAll(board);
  bed.sessions.transition(bed.sessions.find(String(id)), {
    kind: "turn_queued",
    laneFree: true,
    cause: "follow_up",
  });
  bed.restart();
  expect(bed.running()).toEqual([id]);
  await bed.admission.enforcePause();
  bed.settle();
  expect(bed.running()).toEqual([]);
  expect(bed.admission.stoppedByPause()).toBe(1);
});

it("says of quota alone whether it holds work, whatever else does", async () => {
  await using bed = await openBed();
  const row = bed.sessions.find(String(bed.addSession({ agentRuntime: "codex", schedulingClass: "spot" })));
  const reasons = () =>
    [false, true].map((quotaOnly) => bed.admission.decide({ candidate: row, quotaOnly }).verdict.reason);
  bed.budgets.set(row.id, { detail: "Used up.", until: bed.clock.at + 1 });
  expect(reasons()).toEqual(["budget_reached", "no_snapshot"]);
  await bed.admission.pauseAll(board);
  expect(reasons()).toEqual(["all_paused", "no_snapshot"]);
});
