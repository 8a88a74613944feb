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
  it("selects a row and deselects it", () => {
    const one = toggle(nothingSelected, 3);
    expect(idsOf(one)).toEqual([3]);
    expect(idsOf(toggle(one, 3))).toEqual([]);
  });

  it.each([
    ["down", 5, 8, [5, 3, 8]],
    ["up", 1, 3, [1, 3, 8]],
  ])("extends %s from its anchor", (_title, from, to, expected) => {
    expect(sorted(idsOf(extendTo(toggle(nothingSelected, from), to, order)))).toEqual(sorted(expected));
  });

  it("extends again from the same anchor and drops rows beyond the new range", () => {
    const first = extendTo(toggle(nothingSelected, 3), 1, order);
    expect(sorted(idsOf(extendTo(first, 8, order)))).toEqual([3, 8]);
    expect(sorted(idsOf(extendTo(first, 5, order)))).toEqual([3, 5]);
  });

  it("keeps single rows outside a range", () => {
    const apart = toggle(toggle(nothingSelected, 1), 5);
    expect(sorted(idsOf(extendTo(extendTo(apart, 8, order), 3, order)))).toEqual([1, 3, 5]);
  });

  it("anchors at the focused row if nothing is selected", () => {
    expect(anchoredAt(nothingSelected, 3).anchor).toBe(3);
    expect(anchoredAt(toggle(nothingSelected, 5), 3).anchor).toBe(5);
  });

  it("starts a range at the row itself if no anchor is shown", () => {
    expect(idsOf(extendTo(nothingSelected, 8, order))).toEqual([8]);
    expect(idsOf(extendTo({ ...nothingSelected, anchor: 99 }, 8, order))).toEqual([8]);
  });

  it("keeps only shown rows", () => {
    const all = selectAll(nothingSelected, order);
    expect(idsOf(keepOnly(all, [3, 1]))).toEqual([3, 1]);
    expect(keepOnly(all, order)).toBe(all);
  });

  it("stays the same object if there is nothing to clear", () => {
    expect(clear(nothingSelected)).toBe(nothingSelected);
    expect(idsOf(clear(toggle(nothingSelected, 3)))).toEqual([]);
  });
});
