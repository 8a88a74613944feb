import { type Endpoint, endpoints, Reply } from "../../../http/mount.ts";
import { type About, healthOperations } from "./model.ts";
import type { HealthReporter } from "./report.ts";
import type { HealthService } from "./service.ts";

export function healthRoutes(
  health: HealthService,
  reporter: HealthReporter,
  about: () => About,
): Endpoint[] {
  return endpoints(healthOperations, {
    up: () => "up\n",
    upDeep: async () => {
      const report = await health.deep();
      return report.failed.length === 0 ? report : new Reply(503, report);
    },
    getHealth: () => reporter.report(),
    getAbout: () => about(),
  });
}
