export { registerCostJobs } from "./job-handlers.ts";
export { costReads } from "./reads.ts";
export { costRoutes } from "./routes.ts";
export { type CostService, costService } from "./service.ts";
export { costTool, ownCostTool } from "./tools.ts";
