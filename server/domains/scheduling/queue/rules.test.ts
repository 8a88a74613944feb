import fc from "fast-check";
import { expect, it } from "vitest";
import { decideStart, type Ranked, rankBetween } from "./rules.ts";

const rows = (...ranks: number[]): Ranked[] =>
  ranks.map((precedence, index) => ({ id: index + 1, precedence }));

it.each<[string, number[], number[], [number, number][]]>([
  ["alone", [], [], [[9, 0]]],
  ["at the top", [], [4], [[9, 9]]],
  ["at the end", [4], [], [[9, -1]]],
  ["in the middle of a gap", [10], [4], [[9, 7]]],
  [
    "between neighbors, which step apart",
    [5, 20],
    [4, -20],
    [
      [9, 4],
      [1, 6],
      [11, 3],
    ],
  ],
  [
    "between equals, which step apart",
    [4],
    [4],
    [
      [9, 4],
      [1, 5],
      [11, 3],
    ],
  ],
  [
    "where the step would reach the next row, which moves on",
    [5, 6, 50],
    [4],
    [
      [9, 9],
      [1, 15],
      [2, 25],
      [11, 3],
    ],
  ],
])("puts a session %s", (_title, above, below, expected) => {
  const low = below.map((precedence, index) => ({ id: 11 + index, precedence }));
  expect(rankBetween(9, rows(...above), low).map(({ id, precedence }) => [id, precedence])).toEqual(expected);
});

it("lands where it is dropped, and keeps the order of all others", () => {
  const order = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(order, fc.nat(), (ranks, choice) => {
      const sorted = ranks.toSorted((a, b) => b - a).map((precedence, id) => ({ id, precedence }));
      const cut = 1 + (choice % (sorted.length - 1));
      const changes = rankBetween(99, sorted.slice(0, cut).toReversed(), sorted.slice(cut));
      const after = new Map([...sorted, ...changes].map(({ id, precedence }) => [id, precedence]));
      const at = (id: number): number => after.get(id) ?? Number.NaN;
      expect(at(cut - 1)).toBeGreaterThan(at(99));
      expect(at(99)).toBeGreaterThan(at(cut));
      for (const [index, { id }] of sorted.entries()) {
        const next = sorted[index + 1];
        if (next) expect(at(id)).toBeGreaterThanOrEqual(at(next.id));
      }
    }),
  );
});

it.each([
  ["not_waiting", { status: "running" as const, waitingKind: null }],
  ["ask_gate", { waitingKind: "spot_queue" as const }],
  ["nothing_queued", { waitingKind: "spot_queue" as const, hasTurn: false }],
  ["already_due", { waitingKind: "queued" as const }],
  ["retry_now", { waitingKind: "held" as const }],
  ["retry_now", { waitingKind: "parked" as const, retryAt: 5 }],
  ["sign_in", { waitingKind: "parked" as const }],
  ["asleep", { waitingKind: "asleep_on_wake" as const }],
  ["nothing_queued", { waitingKind: "idle" as const }],
])("start now means %s", (expected, state) => {
  expect(decideStart({ status: "waiting", hasTurn: true, retryAt: null, ...state })).toBe(expected);
});
