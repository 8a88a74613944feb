import { expect, it } from "vitest";
import { pickVictim, tendMarks } from "./reclaim-rules.ts";

const now = 1_000_000_000;
const minute = 60_000;
const row = {
  id: 1,
  precedence: 0,
  createdAt: 100,
  state: null,
  markedAt: null,
  preemptedAt: null,
  preemptedCount: 0,
};

it.each([
  ["the lowest rank", { precedence: -1 }],
  ["who gave up the fewest slots", { preemptedCount: -1 }],
  ["the newest", { createdAt: 200 }],
  ["the one with the highest id", {}],
])("asks %s for its slot", (_title, changes) => {
  const rows = [row, { ...row, ...changes, id: 2 }, { ...row, id: 0 }];
  expect(pickVictim(rows, now)?.id).toBe(2);
});

it.each([
  ["was asked already", { markedAt: now }],
  ["was asked within 30 minutes", { preemptedAt: now - 29 * minute }],
  ["had waited so long", { state: "admitted" as const }],
])("spares one that %s", (_title, changes) => {
  expect(pickVictim([{ ...row, ...changes }], now)).toBeUndefined();
});

it("stops as many as there are too many, once their grace is over, and releases the others", () => {
  const marks = [11, 9, 5].map((minutes, id) => ({ id, markedAt: now - minutes * minute }));
  const tended = tendMarks(marks, { tooMany: 2, now });
  expect(tended.stopped.map(({ id }) => id)).toEqual([0]);
  expect(tended.released.map(({ id }) => id)).toEqual([2]);
  expect(tended.nextAt).toBe(now + minute);
  expect(tendMarks(marks, { tooMany: -1, now }).released).toHaveLength(3);
  const stuck = tendMarks([{ markedAt: now - 60 * minute }], { tooMany: 1, now });
  expect([stuck.stopped, stuck.released.length]).toEqual([[], 1]);
});
