export { inferenceRoutes } from "./routes.ts";
export { inferenceService } from "./service.ts";
export { policyTools } from "./tools.ts";
