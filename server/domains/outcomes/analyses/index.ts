export { outcomeRoutes } from "./routes.ts";
export { type OutcomeService, outcomeService } from "./service.ts";
export { outcomeTools } from "./tools.ts";
