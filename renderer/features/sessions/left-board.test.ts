import { expect, it } from "vitest";
import { neighborOf } from "./left-board.store.ts";

const order = [4, 2, 9, 7];
const open = [2, 4, 5, 7];

it.each<[string, number, 1 | -1, number | undefined]>([
  ["follows the order of the view", 4, 1, 2],
  ["passes over what was archived since", 2, 1, 7],
  ["goes back in the same order", 7, -1, 2],
  ["goes on from one that was archived", 9, 1, 7],
  ["ends where the view ends", 7, 1, undefined],
  ["begins where it begins", 4, -1, undefined],
  ["follows all open sessions from one that was not in the view", 5, 1, 7],
  ["begins with the first open one from one that is in neither", 30, 1, 2],
])("%s", (_title, id, step, expected) => {
  expect(neighborOf(id, step, { order, open, archived: [] })).toBe(expected);
});

it("goes through archived sessions of a view that shows them", () => {
  expect(neighborOf(2, 1, { order, open, archived: [9] })).toBe(9);
});
