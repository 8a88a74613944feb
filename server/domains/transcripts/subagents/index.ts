export { subagentRoutes } from "./routes.ts";
export { type SubagentService, type SubagentSource, subagentService } from "./service.ts";
