import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type CategoryList,
  type CategoryPatch,
  type CategoryPlace,
  categoryOperations,
} from "../../../server/domains/sessions/categories/model.ts";
import { callApi } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

export const categoriesKey = liveKeys.categories;
const at = (id: number) => ({ params: { id: String(id) } });

export const useCategories = (enabled = true) =>
  useQuery<CategoryList>({
    queryKey: categoriesKey,
    queryFn: ({ signal }) => callApi(categoryOperations.listCategories, {}, { signal }),
    enabled,
  });

/** Runs changes of categories one after the other, and reads them again. */
export const useCategoryChange = <Result = unknown>() =>
  useMutation({
    scope: { id: "categories" },
    mutationFn: (change: () => Promise<Result>) => change(),
    meta: { changes: [categoriesKey] },
  });

export const createCategory = async (name: string) =>
  (await callApi(categoryOperations.createCategory, { body: { name } })).category;
export const updateCategory = (id: number, body: CategoryPatch) =>
  callApi(categoryOperations.updateCategory, { ...at(id), body });
export const deleteCategory = (id: number) => callApi(categoryOperations.deleteCategory, at(id));
export const reorderCategories = (ids: CategoryPlace[]) =>
  callApi(categoryOperations.reorderCategories, { body: { ids } });
export const setSessionCategory = (id: number, category_id: number | null) =>
  callApi(categoryOperations.setSessionCategory, { ...at(id), body: { category_id } });
