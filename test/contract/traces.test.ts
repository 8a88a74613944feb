import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, vi } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

interface Span {
  name: string;
  spanId: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface Sent {
  resourceSpans: {
    resource: { attributes: Span["attributes"] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

const spans: Span[] = [];
const resources: Span["attributes"] = [];
async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = (await json(request)) as Sent;
  for (const { resource, scopeSpans } of sent.resourceSpans) {
    resources.push(...resource.attributes);
    spans.push(...scopeSpans.flatMap((scope) => scope.spans));
  }
  response.setHeader("content-type", "application/json").end("{}");
}
const collector = createServer((request, response) => void receive(request, response));
let service: TestService;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  service = await startTestService({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  });
});
afterAll(() => new Promise((resolve) => collector.close(resolve)));

const valueOf = ({ attributes }: Span, key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

proves("R231")(
  "requests, jobs and turns are sent to the collector, without a word of what was said",
  async () => {
    const prompt = "a prompt that no trace may quote";
    const session = await createSession(service, { prompt });
    await service.waitFor(session.id, ({ status }) => status === "needs_input");
    // Sends the rest.
    await service[Symbol.asyncDispose]();
    await vi.waitFor(() => expect(spans.some(({ name }) => name === "turn")).toBe(true));

    const request = spans.find((span) => valueOf(span, "signalbox.operation") === "createSession");
    expect(request?.name).toBe("POST /api/v1/sessions");
    expect(Number(request && valueOf(request, "http.response.status_code"))).toBe(201);
    const turn = spans.find(({ name }) => name === "turn");
    expect(Number(turn && valueOf(turn, "signalbox.session"))).toBe(session.id);
    const job = spans.find(({ spanId }) => spanId === turn?.parentSpanId);
    expect(job?.name).toMatch(/^job /);
    expect(job?.traceId).toBe(turn?.traceId);
    expect(resources).toContainEqual({ key: "service.name", value: { stringValue: "signalbox" } });
    expect(JSON.stringify(spans)).not.toContain(prompt);
  },
  60_000,
);
