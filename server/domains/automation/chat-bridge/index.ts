export { registerBridgeJobs } from "./job-handlers.ts";
export { type BridgeService, bridgeService } from "./service.ts";
