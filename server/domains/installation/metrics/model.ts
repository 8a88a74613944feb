import { operation } from "../../../http/model.ts";

/** The text format of Prometheus, in its version 0.0.4. */
const prometheusText = { kind: "text", contentType: "text/plain; version=0.0.4; charset=utf-8" } as const;

export const metricOperations = {
  /** The key of its own is the credential; any other one is refused. */
  getMetrics: operation({
    id: "getMetrics",
    method: "get",
    path: "/metrics",
    base: "root",
    source: "R229",
    summary: "Numbers about the service for Prometheus, if SERVICE_METRICS_KEY is set",
    callers: ["anyone"],
    response: prometheusText,
    errors: [401, 404],
  }),
} as const;
