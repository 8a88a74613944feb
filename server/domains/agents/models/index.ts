export { modelRoutes } from "./routes.ts";
export type { RuntimeModels } from "./runtime-models.ts";
export { type ModelService, modelService } from "./service.ts";
