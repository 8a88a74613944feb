import { expect, it } from "vitest";
import type { LaneState } from "../../../jobs/inspection.ts";
import { isStuck, laneVerdict, late } from "./queue-verdicts.ts";
import { failureShare, turnSums } from "./turn-sums.ts";

const minute = 60_000;
const now = 1_000 * minute;
const lane = (of: Partial<LaneState>): LaneState => ({
  lane: "default",
  threads: 4,
  running: 4,
  held: false,
  ready: 0,
  oldestDueAt: null,
  scheduled: 0,
  completedLastHour: 0,
  ...of,
});
const waiting = (ready: number, minutes: number, more: Partial<LaneState> = {}) =>
  laneVerdict(lane({ ready, oldestDueAt: now - minutes * minute, ...more }), now);

it("judges a lane by how many jobs wait, and by how long", () => {
  expect(waiting(49, 60)).toBe("healthy");
  expect(waiting(50, 1)).toBe("warning");
  expect(waiting(100, 9)).toBe("warning");
  expect(waiting(100, 10)).toBe("critical");
  expect(waiting(120, 30, { lane: "inference" })).toBe("warning");
  expect(waiting(150, 60, { lane: "maintenance" })).toBe("critical");
});

it("judges the lane of agents by time alone, and a held lane not at all", () => {
  expect(waiting(500, 59, { lane: "agents" })).toBe("healthy");
  expect(waiting(1, 60, { lane: "agents" })).toBe("warning");
  expect(waiting(500, 600, { held: true })).toBe("healthy");
});

it("calls a lane stuck if nothing starts what is due although a thread is free", () => {
  const due = { ready: 1, oldestDueAt: now - 2 * minute };
  expect(isStuck(lane({ ...due, running: 3 }), now)).toBe(true);
  expect(isStuck(lane(due), now)).toBe(false);
  expect(isStuck(lane({ ...due, running: 0, held: true }), now)).toBe(false);
  expect(isStuck(lane({ ready: 1, oldestDueAt: now - minute / 2, running: 0 }), now)).toBe(false);
});

it("calls a recurring job late by its own interval", () => {
  const job = { kind: "x", lane: "default", lastSuccessAt: null, lastError: null, running: false } as const;
  expect(late({ ...job, everyMs: minute, dueAt: now - 4 * minute }, now)).toBe(false);
  expect(late({ ...job, everyMs: minute, dueAt: now - 6 * minute }, now)).toBe(true);
  expect(late({ ...job, everyMs: 60 * minute, dueAt: now - 59 * minute }, now)).toBe(false);
  expect(late({ ...job, everyMs: minute, dueAt: 0, running: true }, now)).toBe(false);
});

it("judges failures by their share of the turns, from three on", () => {
  const groups = (failed: number, well: number) => [
    { kind: "first", outcome: "fail", retried: 0 as const, count: failed, totalMs: 2_000 },
    { kind: "first", outcome: "rest", retried: 0 as const, count: well, totalMs: 8_000 },
  ];
  const share = (failed: number, well: number) =>
    failureShare(turnSums({ groups: groups(failed, well), reasons: [] }));
  expect(share(2, 0)).toBe("healthy");
  expect(share(3, 28)).toBe("healthy");
  expect(share(3, 27)).toBe("warning");
  expect(share(3, 9)).toBe("critical");
  expect(turnSums({ groups: groups(1, 9), reasons: [] })).toMatchObject({
    ended: 10,
    failed: 1,
    averageSeconds: 1,
  });
});
