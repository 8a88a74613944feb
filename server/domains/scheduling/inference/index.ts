export { inferenceRoutes } from "./routes.ts";
export { inferenceService } from "./service.ts";
