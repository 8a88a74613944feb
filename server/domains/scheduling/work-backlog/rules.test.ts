import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bands, costs } from "./model.ts";
import { append, isInBand, manualKey, type Placed, place, readIssue } from "./rules.ts";

const peers = (...ranks: number[]): Placed[] =>
  ranks.map((precedence, index) => ({ id: index + 1, precedence }));

describe("the end of a band", () => {
  it("is its base when it is empty, then ten below the last", () => {
    expect(append("small", [])).toEqual({ precedence: 6_000, moved: [] });
    expect(append("medium", peers(3_000, 2_990))).toEqual({ precedence: 2_980, moved: [] });
  });

  it("moves the others closer together once the floor is reached", () => {
    const placed = append("large", peers(1_000, 900, 505));
    expect(placed).toEqual({
      precedence: 970,
      moved: [
        { id: 2, precedence: 990 },
        { id: 3, precedence: 980 },
      ],
    });
  });

  it("is nowhere once the band is full", () => {
    const full = Array.from({ length: 501 }, (_, index) => ({ id: index, precedence: 1_000 - index }));
    expect(append("large", full)).toBeNull();
  });
});

describe("a place in a band", () => {
  it.each([
    [0, [{ id: 9, precedence: 6_010 }]],
    [1, [{ id: 9, precedence: 5_995 }]],
    [2, [{ id: 9, precedence: 5_980 }]],
  ])("index %i lies between its neighbors", (index, changes) => {
    expect(place({ id: 9, cost: "small", index }, peers(6_000, 5_990))).toEqual(changes);
  });

  it("spreads the band where neighbors touch", () => {
    expect(place({ id: 9, cost: "small", index: 1 }, peers(5_501, 5_500))).toEqual([
      { id: 1, precedence: 6_000 },
      { id: 9, precedence: 5_990 },
      { id: 2, precedence: 5_980 },
    ]);
  });

  it("always lands where it was put, inside the band", () => {
    const moves = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 80 });
    fc.assert(
      fc.property(fc.constantFrom(...costs), fc.integer({ min: 2, max: 120 }), moves, (cost, count, all) => {
        const rows: Placed[] = [];
        for (let id = 1; id <= count; id++) {
          const end = append(cost, rows);
          if (!end) throw new Error("The band is full");
          apply(rows, [...end.moved, { id, precedence: end.precedence }]);
        }
        for (const [from, to] of all) {
          const moved = rows[from % rows.length];
          if (!moved) continue;
          const others = rows.filter((row) => row !== moved);
          const index = to % rows.length;
          const changes = place({ id: moved.id, cost, index }, others);
          const expected = others.toSpliced(index, 0, moved).map(({ id }) => id);
          apply(rows, changes ?? []);
          expect(rows.map(({ id }) => id)).toEqual(expected);
        }
        expect(rows.every(({ precedence }) => isInBand(cost, precedence))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

function apply(rows: Placed[], changes: readonly Placed[]): void {
  for (const change of changes) {
    const index = rows.findIndex(({ id }) => id === change.id);
    if (index < 0) rows.push(change);
    else rows[index] = change;
  }
  rows.sort((a, b) => b.precedence - a.precedence);
}

it("keeps the bands apart", () => {
  expect(bands.large.ceiling).toBeLessThan(bands.medium.floor);
  expect(bands.medium.ceiling).toBeLessThan(bands.small.floor);
});

describe("the address of an issue", () => {
  it.each(["https://github.com/Acme/Shop/issues/12", "https://GitHub.com/Acme/Shop/issues/12/?x=1#c"])(
    "is read from %s",
    (url) =>
      expect(readIssue(url)).toEqual({
        url: "https://github.com/Acme/Shop/issues/12",
        repo: "Acme/Shop",
        key: "shop#12",
        gitRoot: "https://github.com/Acme/Shop",
      }),
  );

  it.each([
    "http://github.com/acme/shop/issues/12",
    "https://user:word@github.com/acme/shop/issues/12",
    "https://github.com/acme/shop/pull/12",
    "https://github.com/../shop/issues/12",
    "https://github.com/acme/shop/issues/0",
    "javascript:alert(1)//github.com/a/b/issues/1",
    "https://github.com/acme/shop/issues/12 --upload-pack=x",
  ])("is not %s", (url) => expect(readIssue(url)).toBeNull());
});

it("names work without an issue by its title", () => {
  expect(manualKey("  Überprüfe die Kasse! ")).toBe("manual-uberprufe-die-kasse");
  expect(manualKey("修正")).toBe("manual-item");
});
