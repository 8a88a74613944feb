import { describe, expect, it } from "vitest";
import { dropPlace, isSameOrder, moveBy, pickUp, placeText, type Section, withMove } from "./move-rules.ts";

const sections: Section[] = [
  { key: "priority", title: "Priority", ids: [1, 2] },
  { key: "spot", title: "Spot", ids: [3, 4, 5] },
];
const picked = (id: number, ids: readonly number[] = [id]) => {
  const pickedUp = pickUp(sections, id, ids);
  if (!pickedUp) throw new Error("not there");
  return pickedUp;
};
const idsAt = (moved: readonly Section[]) => moved.map(({ ids }) => ids);

describe("moveBy", () => {
  it("moves through a section and into the next one", () => {
    const walk = [picked(1)];
    for (let at = 0; at < 6; at++) walk.push(moveBy(sections, walk[at] ?? picked(1), 1));
    expect(walk.map(({ to }) => `${to.section} ${to.index}`)).toEqual([
      "priority 0",
      "priority 1",
      "spot 0",
      "spot 1",
      "spot 2",
      "spot 3",
      "spot 3",
    ]);
  });

  it("moves up to the end of the section above", () => {
    const up = moveBy(sections, picked(3), -1);
    expect(idsAt(withMove(sections, [3], up.to))).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(placeText(sections, [3], up.to)).toBe("3 of 3 in Priority");
  });

  it("stays at the top", () => {
    expect(moveBy(sections, picked(1), -1)).toEqual(picked(1));
  });
});

describe("dropPlace", () => {
  it.each([
    [5, 3, "before", { section: "spot", index: 0 }],
    [3, 5, "after", { section: "spot", index: 2 }],
    [1, 4, "before", { section: "spot", index: 1 }],
  ] as const)("drops %i at %i, %s", (id, on, edge, place) => {
    expect(dropPlace(sections, [id], { id: on, edge })).toEqual(place);
  });

  it.each([
    [3, 3, "before"],
    [3, 4, "before"],
    [4, 3, "after"],
    [3, 99, "after"],
  ] as const)("changes nothing for %i on %i, %s", (id, on, edge) => {
    expect(dropPlace(sections, [id], { id: on, edge })).toBeNull();
  });
});

describe("several rows", () => {
  it("are moved together, in their order, to the place of the dragged one", () => {
    const pickedUp = picked(4, [1, 4]);
    expect(pickedUp.to).toEqual({ section: "spot", index: 1 });
    expect(idsAt(withMove(sections, pickedUp.ids, pickedUp.to))).toEqual([[2], [3, 1, 4, 5]]);
    expect(isSameOrder(sections, pickedUp.ids, pickedUp.to)).toBe(false);
  });

  it("change nothing if they are already together", () => {
    const pickedUp = picked(4, [3, 4]);
    expect(isSameOrder(sections, pickedUp.ids, pickedUp.to)).toBe(true);
    expect(dropPlace(sections, [3, 4], { id: 5, edge: "before" })).toBeNull();
  });

  it("step over the other rows and are dropped beside them", () => {
    expect(moveBy(sections, picked(3, [3, 5]), 1).to).toEqual({ section: "spot", index: 1 });
    expect(moveBy(sections, picked(3, [3, 5]), -1).to).toEqual({ section: "priority", index: 2 });
    expect(dropPlace(sections, [3, 5], { id: 1, edge: "after" })).toEqual({ section: "priority", index: 1 });
    expect(dropPlace(sections, [3, 5], { id: 5, edge: "after" })).toBeNull();
    expect(placeText(sections, [3, 5], { section: "priority", index: 1 })).toBe("2 of 4 in Priority");
  });
});
