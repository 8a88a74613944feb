import { AsyncLocalStorage } from "node:async_hooks";
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Tracing } from "./tracing.ts";

/** How long a stop waits for a collector that does not answer. */
const lastSendMs = 2_000;

/** Sends spans to a collector. Of this service alone: nothing global is set. */
export function openTelemetry(of: {
  endpoint: string;
  version: string;
}): Tracing & { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${of.endpoint}/v1/traces`, timeoutMillis: 10_000 });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "signalbox", "service.version": of.version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("signalbox", of.version);
  const around = new AsyncLocalStorage<Span>();

  function contextNow() {
    const parent = around.getStore();
    return parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
  }

  return {
    async during(name, facts, work) {
      const span = tracer.startSpan(name, { attributes: { ...facts } }, contextNow());
      try {
        return await around.run(span, work);
      } catch (error) {
        // Without the message, which may quote what an agent or a provider said.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    begin(name, facts) {
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: { ...facts } }, ROOT_CONTEXT);
      return (more, failed) => {
        span.setAttributes({ ...more });
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, lastSendMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
