export { gateDecisionRoutes } from "./routes.ts";
export { type GateDecisionService, gateDecisionService } from "./service.ts";
export { gateDecisionTools } from "./tools.ts";
