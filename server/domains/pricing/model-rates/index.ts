export { modelRateRoutes } from "./routes.ts";
export { type ModelRateService, modelRateService } from "./service.ts";
