import { z } from "zod";
import { noContent, operation } from "../../../http/model.ts";
import { sessionAnswer, sessionRef } from "../sessions/model.ts";

/** In characters. */
export const nameLimit = 100;
export const descriptionLimit = 1_000;
/** The list has no pages. */
export const categoryLimit = 500;

/** Stands for the sessions without a category where the order of all groups is given. */
export const uncategorized = "uncategorized";

export const category = z
  .object({
    id: z.number().int(),
    name: z.string(),
    description: z.string().nullable(),
    /** From the top, 0 first. The sessions without a category have a position of their own among these. */
    position: z.number().int(),
    /** Its sessions are left out when all sessions are refreshed and when failed ones are retried. */
    is_frozen: z.boolean(),
    /** Archived sessions count. */
    session_count: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Category" });
export type Category = z.infer<typeof category>;

const categoryList = z.object({ categories: z.array(category), uncategorized_position: z.number().int() });
export type CategoryList = z.infer<typeof categoryList>;

const newCategory = z.object({
  name: z.string(),
  description: z.string().nullish(),
  is_frozen: z.boolean().optional(),
});
export type NewCategory = z.infer<typeof newCategory>;

/** Absent = unchanged. */
const categoryPatch = newCategory.partial();
export type CategoryPatch = z.infer<typeof categoryPatch>;

const categoryPlace = z.union([z.number().int().positive(), z.literal(uncategorized)]);
export type CategoryPlace = z.infer<typeof categoryPlace>;

const categoryRef = z.object({ id: z.string().min(1).max(20) });
const categoryAnswer = z.object({ category });
const callers = ["api", "native"] as const;

export const categoryOperations = {
  listCategories: operation({
    id: "listCategories",
    method: "get",
    path: "/categories",
    source: "E177",
    summary: "List all categories in their order",
    callers,
    response: categoryList,
  }),
  createCategory: operation({
    id: "createCategory",
    method: "post",
    path: "/categories",
    source: "E178",
    summary: "Create a category, below the others",
    callers,
    body: newCategory,
    response: categoryAnswer,
    status: 201,
  }),
  updateCategory: operation({
    id: "updateCategory",
    method: "patch",
    path: "/categories/{id}",
    source: "E179",
    summary: "Rename, describe, freeze or unfreeze a category; a blank description clears it",
    callers,
    params: categoryRef,
    body: categoryPatch,
    response: categoryAnswer,
    errors: [404],
  }),
  deleteCategory: operation({
    id: "deleteCategory",
    method: "delete",
    path: "/categories/{id}",
    source: "E180",
    summary: "Delete a category; its sessions have none then",
    callers,
    params: categoryRef,
    response: noContent,
    status: 204,
    errors: [404],
  }),
  reorderCategories: operation({
    id: "reorderCategories",
    method: "post",
    path: "/categories/reorder",
    source: "E181",
    summary:
      'Put categories in this order, from the top; those left out keep their places, and "uncategorized" stands for the sessions without one',
    callers,
    body: z.object({
      ids: z
        .array(categoryPlace)
        .min(1)
        .max(categoryLimit + 1),
    }),
    response: categoryList,
    errors: [404],
  }),
  setSessionCategory: operation({
    id: "setSessionCategory",
    method: "patch",
    path: "/sessions/{id}/set_category",
    source: "E182",
    summary: "Move a session to a category; null takes it out of its category",
    callers,
    params: sessionRef,
    body: z.object({ category_id: z.number().int().nullable() }),
    response: sessionAnswer,
    errors: [404, 409],
  }),
} as const;
