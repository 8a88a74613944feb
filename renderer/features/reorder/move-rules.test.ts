import { describe, expect, it } from "vitest";
import { dropPlace, isSameOrder, moveBy, pickUp, placeText, type Section, withMove } from "./move-rules.ts";

const sections: Section[] = [
  { key: "priority", title: "Priority", ids: [1, 2] },
  { key: "spot", title: "Spot", ids: [3, 4, 5] },
];
const held = (id: number, ids: readonly number[] = [id]) => {
  const taken = pickUp(sections, id, ids);
  if (!taken) throw new Error("not there");
  return taken;
};
const idsAt = (moved: readonly Section[]) => moved.map(({ ids }) => ids);

describe("step", () => {
  it("moves through a section and into the next one", () => {
    const walk = [held(1)];
    for (let at = 0; at < 6; at++) walk.push(moveBy(sections, walk[at] ?? held(1), 1));
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
    const up = moveBy(sections, held(3), -1);
    expect(idsAt(withMove(sections, [3], up.to))).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(placeText(sections, [3], up.to)).toBe("3 of 3 in Priority");
  });

  it("stays at the top", () => {
    expect(moveBy(sections, held(1), -1)).toEqual(held(1));
  });
});

describe("droppedAt", () => {
  it.each([
    [5, 3, "before", { section: "spot", index: 0 }],
    [3, 5, "after", { section: "spot", index: 2 }],
    [1, 4, "before", { section: "spot", index: 1 }],
  ] as const)("puts %i down beside %i, %s", (id, on, edge, place) => {
    expect(dropPlace(sections, [id], { id: on, edge })).toEqual(place);
  });

  it.each([
    [3, 3, "before"],
    [3, 4, "before"],
    [4, 3, "after"],
    [3, 99, "after"],
  ] as const)("moves nothing for %i on %i, %s", (id, on, edge) => {
    expect(dropPlace(sections, [id], { id: on, edge })).toBeNull();
  });
});

describe("several rows", () => {
  it("are moved together, in their order, to the place of the dragged one", () => {
    const taken = held(4, [1, 4]);
    expect(taken.to).toEqual({ section: "spot", index: 1 });
    expect(idsAt(withMove(sections, taken.ids, taken.to))).toEqual([[2], [3, 1, 4, 5]]);
    expect(isSameOrder(sections, taken.ids, taken.to)).toBe(false);
  });

  it("change nothing if they are already together", () => {
    const taken = held(4, [3, 4]);
    expect(isSameOrder(sections, taken.ids, taken.to)).toBe(true);
    expect(dropPlace(sections, [3, 4], { id: 5, edge: "before" })).toBeNull();
  });

  it("step over the other rows and are dropped beside them", () => {
    expect(moveBy(sections, held(3, [3, 5]), 1).to).toEqual({ section: "spot", index: 1 });
    expect(moveBy(sections, held(3, [3, 5]), -1).to).toEqual({ section: "priority", index: 2 });
    expect(dropPlace(sections, [3, 5], { id: 1, edge: "after" })).toEqual({ section: "priority", index: 1 });
    expect(dropPlace(sections, [3, 5], { id: 5, edge: "after" })).toBeNull();
    expect(placeText(sections, [3, 5], { section: "priority", index: 1 })).toBe("2 of 4 in Priority");
  });
});
