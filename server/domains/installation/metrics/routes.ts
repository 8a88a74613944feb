import { bearerToken } from "../../../http/bearer-token.ts";
import { type Endpoint, endpoints } from "../../../http/mount.ts";
import type { HealthReporter } from "../health/index.ts";
import { metricOperations } from "./model.ts";
import type { MetricsService } from "./service.ts";

export function metricRoutes(metrics: MetricsService, reporter: HealthReporter): Endpoint[] {
  return endpoints(metricOperations, {
    getMetrics: (_input, { response }) => {
      response.setHeader("cache-control", "no-store");
      return metrics.page(reporter);
    },
  }).map((endpoint) => ({
    ...endpoint,
    admit: ({ request }) => metrics.admit(bearerToken(request)),
  }));
}
