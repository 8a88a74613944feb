import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from "zod-openapi";
import { longestKey, takesKey } from "./idempotency.ts";
import { type Caller, errorBody, type Operation } from "./model.ts";
import { openApiTags, tagsOf } from "./openapi-tags.ts";

const schemes: Partial<Record<Caller, string>> = {
  api: "apiKey",
  quick_router: "apiKey",
  external_app: "apiKey",
  native: "bearer",
  human: "bearer",
  mcp: "bearer",
};

/** The OpenAPI 3.1 document of the operations for callers with a credential; made once, on the first request. */
export function openApiDocument(operations: readonly Operation[], version: string): () => Promise<object> {
  let made: Promise<object> | undefined;
  return () => {
    made ??= build(operations, version);
    return made;
  };
}

/** A request and an answer of a test that ran. */
interface Example {
  body?: unknown;
  response?: unknown;
}

/** By operation, each with the test file that it is from (build/record-examples.ts). */
type Examples = Readonly<Record<string, (Example & { from: string }) | undefined>>;

async function build(operations: readonly Operation[], version: string): Promise<object> {
  const { createDocument } = await import("zod-openapi");
  const recorded = await import("./openapi-examples.json", { with: { type: "json" } });
  const examples: Examples = recorded.default;
  const paths: ZodOpenApiPathsObject = {};
  for (const operation of operations) {
    if (operation.callers.every((caller) => caller === "board") || isUnsupported(operation)) continue;
    const full = (operation.base ?? "api") === "api" ? `/api/v1${operation.path}` : operation.path;
    const isApart = full.startsWith(`${apart}/session/`);
    const path = isApart ? full.slice(apart.length) : full;
    const item = (paths[path] ?? (isApart ? { servers: [{ url: apart }] } : {})) as Record<string, unknown>;
    item[operation.method] = describe(operation, examples[operation.id]);
    paths[path] = item;
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Signalbox",
      version,
      description: "A control room for coding agents on your own machine.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "The Signalbox authors" },
    },
    servers: [{ url: "/", description: "The service that serves this document" }],
    tags: openApiTags,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
    paths,
  });
}

/** A method that a protocol defines and this service refuses. */
const isUnsupported = ({ status = 200 }: Operation): boolean => status >= 400;

/**
 * `/elicitations/{id}/respond` and `/elicitations/session/{token}` look as if they could be the same address, so the document
 * has what is reached with a token below a server of its own.
 */
const apart = "/api/v1/elicitations";

const idempotencyKey = z.object({
  "Idempotency-Key": z.string().min(1).max(longestKey).optional().meta({
    description:
      "A unique value for this request. Sent again with the same request within 7 days, the first answer is returned and nothing is done twice.",
  }),
});

function describe(operation: Operation, example: Example = {}): ZodOpenApiOperationObject {
  const { params, query, body } = operation;
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: tagsOf(operation.path),
    security: securityOf(operation.callers),
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(takesKey(operation) && { header: idempotencyKey }),
    },
    ...(body && {
      requestBody: { content: { "application/json": { schema: body, ...exampleIn(example, "body") } } },
    }),
    responses: responsesOf(operation, exampleIn(example, "response")),
  };
}

function descriptionOf({ source, callers }: Operation): string {
  const who = `Callers: ${callers.filter((caller) => caller !== "board").join(", ")}.`;
  return source === undefined ? who : `Requirement ${source}. ${who}`;
}

function securityOf(callers: readonly Caller[]): Record<string, string[]>[] {
  if (callers.includes("anyone")) return [];
  const names = new Set(callers.map((caller) => schemes[caller]).filter((name) => name !== undefined));
  return [...names].map((name) => ({ [name]: [] }));
}

const exampleIn = (example: Example, part: keyof Example): { example?: unknown } =>
  example[part] === undefined ? {} : { example: example[part] };

function responsesOf(
  operation: Operation,
  example: { example?: unknown },
): ZodOpenApiOperationObject["responses"] {
  const { response } = operation;
  const content =
    response instanceof z.ZodType
      ? { "application/json": { schema: response, ...example } }
      : { [response.contentType]: { schema: { type: "string" as const }, ...example } };
  const ok =
    "kind" in response && response.kind === "empty"
      ? { description: "Success" }
      : { description: "Success", content };
  const error = { description: "Refused", content: { "application/json": { schema: errorBody } } };
  const statuses = [operation.status ?? 200, ...(operation.otherStatuses ?? [])];
  const refusals = [
    ...(operation.callers.includes("anyone") ? [] : [401]),
    ...(takesKey(operation) ? [400, 409] : []),
    422,
    ...(operation.errors ?? []),
  ];
  return Object.fromEntries([
    ...statuses.map((status) => [status, ok]),
    ...refusals.map((status) => [status, error]),
  ]);
}
