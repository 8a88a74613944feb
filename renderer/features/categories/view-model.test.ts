import { describe, expect, it, test } from "vitest";
import type { Category, CategoryList } from "../../../server/domains/sessions/categories/model.ts";
import { idsInOrder, inOrder, matching, named, placesOf, uncategorizedId, withMoved } from "./view-model.ts";

const category = (id: number, name: string, position: number): Category => ({
  id,
  name,
  description: null,
  position,
  is_frozen: false,
  session_count: 0,
  created_at: "",
  updated_at: "",
});
const list = (own: number): CategoryList => ({
  categories: [category(4, "Lamps", own <= 0 ? 1 : 0), category(2, "Öl Lamps", own <= 1 ? 2 : 1)],
  uncategorized_position: own,
});

test.each([
  [0, [uncategorizedId, 4, 2]],
  [1, [4, uncategorizedId, 2]],
  [2, [4, 2, uncategorizedId]],
])("the order with the sessions without a category at %i", (own, ids) => {
  expect(idsInOrder(list(own))).toEqual(ids);
  expect(idsInOrder(inOrder(list(own), ids))).toEqual(ids);
});

describe("a moved category", () => {
  it("goes to an index of those that stay", () => {
    expect(withMoved([4, 2, 0], 0, 0)).toEqual([0, 4, 2]);
    expect(withMoved([4, 2, 0], 4, 2)).toEqual([2, 0, 4]);
    expect(placesOf([2, 0, 4])).toEqual([2, "uncategorized", 4]);
  });

  it("has its new position at once", () => {
    expect(inOrder(list(2), [2, 0, 4])).toMatchObject({
      categories: [
        { id: 2, position: 0 },
        { id: 4, position: 2 },
      ],
      uncategorized_position: 1,
    });
  });
});

it("is found by its name, whatever its case", () => {
  const { categories } = list(2);
  expect(named(categories, "  lAMPS ")?.id).toBe(4);
  expect(named(categories, "lamp")).toBeUndefined();
  expect(matching(categories, "LAMP").map(({ id }) => id)).toEqual([4, 2]);
  expect(matching(categories, "öl ").map(({ id }) => id)).toEqual([2]);
  expect(matching(categories, "")).toHaveLength(2);
});
