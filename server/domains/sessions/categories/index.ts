export { categoryRoutes } from "./routes.ts";
export { type CategoryService, categoryService } from "./service.ts";
export { manageCategories } from "./tools.ts";
