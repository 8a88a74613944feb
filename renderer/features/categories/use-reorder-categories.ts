import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { CategoryList } from "../../../server/domains/sessions/categories/model.ts";
import { optimisticUpdate } from "../../lib/optimistic-update.ts";
import { toastError } from "../../ui/toasts.ts";
import type { Place } from "../reorder/move-rules.ts";
import type { ReorderOptions } from "../reorder/reorder-context.ts";
import { categoriesKey, reorderCategories, useCategoryChange } from "./api.ts";
import { text } from "./text.ts";
import { idsInOrder, inOrder, placesOf, withMoved } from "./view-model.ts";

const alone = (id: number): readonly number[] => [id];

/** Reorders the categories; the new order shows at once, until the service's order is loaded. */
export function useReorderCategories(list: CategoryList): ReorderOptions {
  const client = useQueryClient();
  const { mutate } = useCategoryChange();
  const sections = useMemo(
    () => [{ key: "categories", title: text.dialog.section, ids: idsInOrder(list) }],
    [list],
  );
  const onMove = useCallback(
    ([id = 0]: readonly number[], { index }: Place): void => {
      const ids = withMoved(idsInOrder(list), id, index);
      optimisticUpdate<CategoryList>(client, categoriesKey, (cached) => inOrder(cached, ids));
      mutate(() => reorderCategories(placesOf(ids)), {
        onError: (error) => toastError(text.dialog.moveFailed, error),
      });
    },
    [client, list, mutate],
  );
  const nameOf = useCallback(
    (id: number) => list.categories.find((category) => category.id === id)?.name ?? text.uncategorized,
    [list],
  );
  return { sections, nameOf, movesWith: alone, onMove };
}
