import { describe, expect, it } from "vitest";
import { decideClaim, depthFirst, type Place } from "./rules.ts";

describe("decideClaim", () => {
  it.each([
    ["an unrelated session becomes a senior", "absent", "absent", "link"],
    ["a session that is already above changes nothing", "found", "absent", "nothing_new"],
    ["a session that is below is refused", "absent", "found", "refuse"],
    ["an unfinished search above the target cannot rule out a cycle", "gave_up", "absent", "refuse"],
    ["nor can an unfinished search above the acting session", "absent", "gave_up", "refuse"],
  ] as const)("%s", (_title, actingAboveTarget, targetAboveActing, expected) => {
    expect(decideClaim({ actingAboveTarget, targetAboveActing })).toBe(expected);
  });
});

describe("depthFirst", () => {
  const place = (id: number, senior: number | null): Place => ({ id, senior, spawn: true, depth: 0 });

  it("puts each place before those below it, and keeps the order of siblings and roots", () => {
    const places = [place(1, null), place(9, null), place(2, 1), place(3, 1), place(4, 9), place(5, 2)];
    expect(depthFirst(places).map(({ id }) => id)).toEqual([1, 2, 5, 3, 9, 4]);
  });

  it("returns an empty list for no places", () => {
    expect(depthFirst([])).toEqual([]);
  });
});
