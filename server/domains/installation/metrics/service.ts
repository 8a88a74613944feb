import type { RequestObserver } from "../../../http/mount.ts";
import { isSameSecret } from "../../../lib/session-token.ts";
import type { HealthReporter } from "../health/index.ts";
import { metricsAreOff, wrongMetricsKey } from "./errors.ts";
import type { Metrics } from "./registry.ts";

export type MetricsService = ReturnType<typeof metricsService>;

/** Numbers for Prometheus. Off without a key; then its package is never loaded and no request is timed. */
export function metricsService(deps: { key: string | null; version: string }) {
  const { key, version } = deps;
  let metrics: Metrics | null = null;

  /** Times every request from its first byte to the last of its answer. */
  const observe: RequestObserver = ({ id }, request, response) => {
    const before = performance.now();
    response.once("close", () => {
      const labels = { method: request.method, operation: id, status: String(response.statusCode) };
      metrics?.observe(labels, (performance.now() - before) / 1_000);
    });
  };

  return {
    /** Null while metrics are off. */
    observer: key === null ? null : observe,

    async begin(): Promise<void> {
      if (key === null) return;
      const { metricsRegistry } = await import("./registry.ts");
      metrics = metricsRegistry({ version });
    },

    /** Throws unless this is the key of the metrics. */
    admit(given: string | null): void {
      if (key === null) throw metricsAreOff();
      if (given === null || !isSameSecret(given, key)) throw wrongMetricsKey();
    },

    async page(reporter: HealthReporter): Promise<string> {
      if (metrics === null) throw metricsAreOff();
      return metrics.page(await reporter.report());
    },
  };
}
