import { z } from "zod";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { type CategoryList, type CategoryPlace, uncategorized } from "./model.ts";
import type { CategoryStore } from "./store.ts";
import { categoryView } from "./view.ts";

/** Where the sessions without a category are among the others; null for below them all, also below new ones. */
const uncategorizedPlace: AppSetting<number | null> = {
  key: "uncategorized_position",
  schema: z.number().int().nullable(),
};

/** The order of the categories, with the sessions without one at a place among them. */
export function categoryOrder(store: CategoryStore, settings: AppSettings) {
  const endPosition = (): number =>
    Math.max(store.all().at(-1)?.position ?? -1, settings.read(uncategorizedPlace) ?? -1) + 1;

  function list(): CategoryList {
    const counts = store.sessionCounts();
    return {
      categories: store.all().map((row) => categoryView(row, counts.get(row.id) ?? 0)),
      uncategorized_position: settings.read(uncategorizedPlace) ?? endPosition(),
    };
  }

  return {
    list,
    /** Below all others. */
    endPosition,
    /** All places from the top. */
    stack(): CategoryPlace[] {
      const { categories, uncategorized_position: own } = list();
      const at = categories.filter(({ position }) => position < own).length;
      return categories.map(({ id }): CategoryPlace => id).toSpliced(at, 0, uncategorized);
    },
    /** Gives the places their positions. Inside the caller's transaction. */
    arrange(places: readonly CategoryPlace[]): void {
      for (const [position, id] of places.entries()) if (id !== uncategorized) store.place(id, position);
      const own = places.indexOf(uncategorized);
      settings.write(uncategorizedPlace, own === places.length - 1 ? null : own);
    },
  };
}
