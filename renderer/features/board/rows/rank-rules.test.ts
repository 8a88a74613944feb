import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Ranked, ranksForMove } from "./rank-rules.ts";

const ranked = (...precedences: number[]): Ranked[] =>
  precedences.map((precedence, id) => ({ id, precedence }));
/** The order with the one at `from` put at `to`. */
const move = (order: readonly Ranked[], from: number, to: number): Ranked[] => {
  const [moved] = order.slice(from, from + 1);
  return moved ? order.toSpliced(from, 1).toSpliced(to, 0, moved) : [...order];
};
const changes = (order: readonly Ranked[], from: number, to: number) =>
  ranksForMove(move(order, from, to), to).map(({ id, precedence }) => [id, precedence]);

describe("ranksForMove", () => {
  it.each([
    ["the top", ranked(8, 3, 0), 2, 0, [[2, 13]]],
    ["the foot", ranked(8, 3, 0), 0, 2, [[0, -5]]],
    ["a gap", ranked(8, 3, 0), 2, 1, [[2, 5]]],
    [
      "between equals, by the shorter way",
      ranked(0, 0, 0, 0),
      3,
      1,
      [
        [0, 2],
        [3, 1],
      ],
    ],
    [
      "between equals, downwards",
      ranked(0, 0, 0, 0),
      0,
      2,
      [
        [3, -2],
        [0, -1],
      ],
    ],
  ] as const)("puts it at %s", (_where, order, from, to, expected) => {
    expect(changes(order, from, to)).toEqual(expected);
  });

  it("leaves a lone session unchanged", () => {
    expect(ranksForMove(ranked(4), 0)).toEqual([]);
  });

  it("gives sessions that are moved together distinct ranks in their order", () => {
    const order = ranked(9, 5, 5, 2);
    expect(
      ranksForMove(
        [order[1], order[2], order[0], order[3]].flatMap((one) => one ?? []),
        0,
        2,
      ),
    ).toEqual([
      { id: 1, precedence: 15 },
      { id: 2, precedence: 14 },
    ]);
  });

  it("places several strictly between their neighbors for any ranks", () => {
    const orders = fc
      .array(fc.integer({ min: -4, max: 4 }), { minLength: 3, maxLength: 12 })
      .map((given) => ranked(...given.toSorted((a, b) => b - a)));
    fc.assert(
      fc.property(orders, fc.nat(11), fc.integer({ min: 1, max: 4 }), (order, seed, size) => {
        const ids = order.filter(({ id }) => (id * 7 + seed) % 3 === 0).slice(0, size);
        const staying = order.filter((one) => !ids.includes(one));
        const at = seed % (staying.length + 1);
        const wanted = staying.toSpliced(at, 0, ...ids);
        const changed = new Map(
          ranksForMove(wanted, at, ids.length).map(({ id, precedence }) => [id, precedence]),
        );
        const ranks = wanted.map(({ id, precedence }) => changed.get(id) ?? precedence);
        for (const [index, rank] of ranks.entries()) {
          const next = ranks[index + 1] ?? Number.NEGATIVE_INFINITY;
          const touches = ids.length > 0 && index >= at - 1 && index < at + ids.length;
          expect(touches ? rank > next : rank >= next).toBe(true);
        }
      }),
    );
  });

  it("places the moved one strictly between its neighbors and keeps the order of the others", () => {
    const orders = fc
      .array(fc.integer({ min: -4, max: 4 }), { minLength: 2, maxLength: 12 })
      .map((given) => ranked(...given.toSorted((a, b) => b - a)));
    fc.assert(
      fc.property(orders, fc.nat(11), fc.nat(11), (order, from, to) => {
        const at = to % order.length;
        const wanted = move(order, from % order.length, at);
        const changed = new Map(ranksForMove(wanted, at).map(({ id, precedence }) => [id, precedence]));
        const ranks = wanted.map(({ id, precedence }) => changed.get(id) ?? precedence);
        for (const [index, rank] of ranks.entries()) {
          const next = ranks[index + 1] ?? Number.NEGATIVE_INFINITY;
          expect(index === at || index + 1 === at ? rank > next : rank >= next).toBe(true);
        }
      }),
    );
  });
});
