export type { FireOutcome } from "./firing.ts";
export { registerTriggerJobs } from "./job-handlers.ts";
export type { TriggerDeps } from "./ports.ts";
export { triggerRoutes } from "./routes.ts";
export { type TriggerService, triggerService } from "./service.ts";
export type { TriggerRow } from "./store.ts";
export { variablesOf } from "./template-rules.ts";
export { triggerTools } from "./tools.ts";
export { stateWakeTool } from "./wake-tool.ts";
