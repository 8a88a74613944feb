export { metricRoutes } from "./routes.ts";
export { type MetricsService, metricsService } from "./service.ts";
