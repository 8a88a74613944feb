import { describe, expect, it } from "vitest";
import {
  anchoredAt,
  clear,
  extendTo,
  keepOnly,
  type Selection,
  selectAll,
  toggle,
} from "./selection.store.ts";

const order = [5, 3, 8, 1];
const nothingSelected: Selection = { ids: new Set(), anchor: null, reach: null, current: null };
const idsOf = ({ ids }: Selection) => [...ids];
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe("the selection", () => {
  it("takes a row in and lets it go", () => {
    const one = toggle(nothingSelected, 3);
    expect(idsOf(one)).toEqual([3]);
    expect(idsOf(toggle(one, 3))).toEqual([]);
  });

  it.each([
    ["down", 5, 8, [5, 3, 8]],
    ["up", 1, 3, [1, 3, 8]],
  ])("extends %s from where it began", (_title, from, to, expected) => {
    expect(sorted(idsOf(extendTo(toggle(nothingSelected, from), to, order)))).toEqual(sorted(expected));
  });

  it("extends again from the same beginning, and lets go of what it no longer reaches", () => {
    const first = extendTo(toggle(nothingSelected, 3), 1, order);
    expect(sorted(idsOf(extendTo(first, 8, order)))).toEqual([3, 8]);
    expect(sorted(idsOf(extendTo(first, 5, order)))).toEqual([3, 5]);
  });

  it("leaves what was ticked by itself beside a range", () => {
    const apart = toggle(toggle(nothingSelected, 1), 5);
    expect(sorted(idsOf(extendTo(extendTo(apart, 8, order), 3, order)))).toEqual([1, 3, 5]);
  });

  it("takes the row with the focus for the beginning where nothing is selected", () => {
    expect(anchoredAt(nothingSelected, 3).anchor).toBe(3);
    expect(anchoredAt(toggle(nothingSelected, 5), 3).anchor).toBe(5);
  });

  it("begins a range at the row itself where it has no beginning on the screen", () => {
    expect(idsOf(extendTo(nothingSelected, 8, order))).toEqual([8]);
    expect(idsOf(extendTo({ ...nothingSelected, anchor: 99 }, 8, order))).toEqual([8]);
  });

  it("holds only what is shown", () => {
    const all = selectAll(nothingSelected, order);
    expect(idsOf(keepOnly(all, [3, 1]))).toEqual([3, 1]);
    expect(keepOnly(all, order)).toBe(all);
  });

  it("is the same object when there is nothing to clear", () => {
    expect(clear(nothingSelected)).toBe(nothingSelected);
    expect(idsOf(clear(toggle(nothingSelected, 3)))).toEqual([]);
  });
});
