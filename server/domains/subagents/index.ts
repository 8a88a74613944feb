export { subagentRoutes } from "./routes.ts";
export { type SubagentService, subagentService } from "./service.ts";
