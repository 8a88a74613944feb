export { aboutService } from "./about.ts";
export type { HealthFacts } from "./ports.ts";
export { processWatch } from "./process-watch.ts";
export { isStuck } from "./queue-verdicts.ts";
export { recentErrors } from "./recent-errors.ts";
export { type HealthReporter, healthReporter } from "./report.ts";
export { healthRoutes } from "./routes.ts";
export { healthService } from "./service.ts";
export { getSystemHealth } from "./tools.ts";
