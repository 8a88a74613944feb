import type {
  Category,
  CategoryList,
  CategoryPlace,
} from "../../../server/domains/sessions/categories/model.ts";
import type { SessionCategory } from "../../../server/domains/sessions/sessions/model.ts";

/** Stands for the sessions without a category among ids; no category has it. */
export const uncategorizedId = 0;

/** The ids of the categories in their order, with `uncategorizedId` at its place. */
export function idsInOrder({ categories, uncategorized_position: own }: CategoryList): readonly number[] {
  const at = categories.findIndex(({ position }) => position >= own);
  const ids = categories.map(({ id }) => id);
  return ids.toSpliced(at < 0 ? ids.length : at, 0, uncategorizedId);
}

/** The ids with one at another index of those that stay. */
export const withMoved = (ids: readonly number[], id: number, index: number): readonly number[] =>
  ids.filter((one) => one !== id).toSpliced(index, 0, id);

export const placesOf = (ids: readonly number[]): CategoryPlace[] =>
  ids.map((id) => (id === uncategorizedId ? "uncategorized" : id));

/** The list with its categories in the order of the ids. */
export function inOrder(list: CategoryList, ids: readonly number[]): CategoryList {
  const byId = new Map(list.categories.map((category) => [category.id, category]));
  return {
    categories: ids.flatMap((id, position) => {
      const category = byId.get(id);
      return category ? [{ ...category, position }] : [];
    }),
    uncategorized_position: ids.indexOf(uncategorizedId),
  };
}

/** As part of a session. */
export const embedded = ({ id, name, position, is_frozen }: Category): SessionCategory => ({
  id,
  name,
  position,
  is_frozen,
});

const keyOf = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();

/** The category that has this name, whatever its case. */
export const named = (categories: readonly Category[], typed: string): Category | undefined =>
  categories.find(({ name }) => keyOf(name) === keyOf(typed));

/** Those whose name contains what was typed. */
export const matching = (categories: readonly Category[], typed: string): readonly Category[] =>
  categories.filter(({ name }) => keyOf(name).includes(keyOf(typed)));
