import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { categoryOperations } from "./model.ts";
import type { CategoryService } from "./service.ts";

export const categoryRoutes = (categories: CategoryService): Endpoint[] =>
  endpoints(categoryOperations, {
    listCategories: () => categories.list(),
    createCategory: ({ body }) => ({ category: categories.create(body) }),
    updateCategory: ({ params, body }) => ({ category: categories.update(params.id, body) }),
    deleteCategory: ({ params }) => categories.remove(params.id),
    reorderCategories: ({ body }) => categories.reorder(body.ids),
    setSessionCategory: ({ params, body }) => categories.assign(params.id, body.category_id),
  });
