/** What a span says besides its name and its time. Never a text that somebody wrote. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Tracing {
  /** Does `work` in a span, which is part of the one around it. Fails as `work` does. */
  during<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>): Promise<Result>;
  /** Begins a span that ends when the returned function is called; null while traces are off. */
  begin(name: string, facts: SpanFacts): ((facts: SpanFacts, failed: boolean) => void) | null;
}

/** Costs a call. */
export const untraced: Tracing = {
  during: (_name, _facts, work) => work(),
  begin: () => null,
};

export type StartedTracing = Tracing & {
  start(): Promise<void>;
  /** Sends what has ended. */
  stop(): Promise<void>;
};

/** Traces by OpenTelemetry, whose packages are loaded by `start`, and only if there is somewhere to send them. */
export function tracing(of: { endpoint: string | null; version: string }): StartedTracing {
  const { endpoint, version } = of;
  let sender: (Tracing & { stop(): Promise<void> }) | null = null;
  return {
    during: (name, facts, work) => (sender ?? untraced).during(name, facts, work),
    begin: (name, facts) => (sender ?? untraced).begin(name, facts),
    async start() {
      if (endpoint === null) return;
      const { openTelemetry } = await import("./open-telemetry.ts");
      sender = openTelemetry({ endpoint, version });
    },
    async stop() {
      await sender?.stop();
      sender = null;
    },
  };
}
