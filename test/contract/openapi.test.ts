import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDocumented, parsesAs, shownParts } from "../support/openapi-examples.ts";
import { allOperations } from "../support/operations.ts";
import { startTestService, type TestService } from "../support/service.ts";

interface Described {
  operationId: string;
  description: string;
  tags: string[];
  summary: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

interface Media {
  schema: object;
  example?: unknown;
}

interface Document {
  openapi: string;
  info: { title: string; version: string; license: object; contact: object };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described> & { servers?: { url: string }[] }>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

let service: TestService;
let document: Document;

beforeAll(async () => {
  service = await startTestService();
  document = (await service.call<Document>("GET", "/openapi.json")).body as unknown as Document;
});
afterAll(() => service[Symbol.asyncDispose]());

const described = (): { path: string; method: string; operation: Described }[] =>
  Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: `${servers?.[0]?.url ?? ""}${path}`,
      method,
      operation,
    })),
  );

/** The example of the body and of the answer in the document. */
function exampleOf(
  { requestBody, responses }: Described,
  status = 200,
): { body?: unknown; response?: unknown } {
  const exampleIn = (content: Record<string, Media> = {}): unknown => Object.values(content)[0]?.example;
  return {
    body: exampleIn(requestBody?.content),
    response: exampleIn(responses[String(status)]?.content),
  };
}

const onlyBoard = ({ callers }: (typeof allOperations)[number]): boolean =>
  callers.every((caller) => caller === "board");

describe("the OpenAPI document", () => {
  test("is 3.1 with a title and a version", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toEqual(
      expect.objectContaining({ title: "Signalbox", version: expect.any(String) }),
    );
  });

  test("has every operation once, except those only for the board and methods that are refused", () => {
    const open = allOperations.filter(isDocumented);
    const declared = open.map(({ id, method, path, base }) => [
      id,
      `${method} ${base === "root" ? "" : "/api/v1"}${path}`,
    ]);
    const found = described().map(({ path, method, operation }) => [
      operation.operationId,
      `${method} ${path}`,
    ]);
    expect(new Map(found.map(([id, at]) => [id, at]))).toEqual(new Map(declared.map(([id, at]) => [id, at])));
    expect(found).toHaveLength(declared.length);
    for (const { id } of allOperations.filter(onlyBoard))
      expect(JSON.stringify(document)).not.toContain(`"${id}"`);
  });

  test("says what Spectral and Redocly ask for: a license, servers, and a tag with a description for each operation", () => {
    expect(document.info).toMatchObject({ license: { name: "MIT" }, contact: { name: expect.any(String) } });
    expect(document.servers).toEqual([expect.objectContaining({ url: "/" })]);
    const names = document.tags.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const used = new Set<string>();
    for (const { operation } of described()) {
      expect(operation.tags, operation.operationId).toHaveLength(1);
      expect(operation.description, operation.operationId).toMatch(/Callers: \w/);
      for (const tag of operation.tags) used.add(tag);
    }
    expect([...used].toSorted()).toEqual(names.toSorted());
    for (const { description } of document.tags) expect(description).toMatch(/^[A-Z]/);
  });

  test("has no two paths that could be one address", () => {
    const paths = Object.keys(document.paths).map((path) => path.split("/"));
    const isOpen = (part: string): boolean => part.startsWith("{");
    const couldBe = (one: string[], other: string[]): boolean =>
      one.length === other.length &&
      one.every((part, at) => part === other[at] || isOpen(part) || isOpen(other[at] ?? ""));
    /** A path without parameters in the places of another comes first, as OpenAPI says. */
    const isMoreConcrete = (one: string[], other: string[]): boolean =>
      one.every((part, at) => !isOpen(part) || isOpen(other[at] ?? ""));
    const ambiguous = paths.flatMap((one, at) =>
      paths
        .slice(at + 1)
        .filter((other) => couldBe(one, other) && !isMoreConcrete(one, other) && !isMoreConcrete(other, one))
        .map((other) => [one.join("/"), other.join("/")]),
    );
    expect(ambiguous).toEqual([]);
  });

  test("has no dangling reference", () => {
    const text = JSON.stringify(document);
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target));
    expect(references.size).toBeGreaterThan(3);
    for (const target of references) {
      const steps = target?.replace(/^#\//, "").split("/") ?? [];
      const found = steps.reduce<unknown>(
        (part, step) => (part as Record<string, unknown> | undefined)?.[step],
        document,
      );
      expect(found, target).toBeTypeOf("object");
    }
  });

  test("names each path parameter, and has answers, a summary and known credentials for each operation", () => {
    for (const { path, operation } of described()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const named = operation.parameters?.filter((parameter) => parameter.in === "path") ?? [];
      expect(new Set(named.map(({ name }) => name)), operation.operationId).toEqual(new Set(inPath));
      expect(named.every(({ required }) => required === true)).toBe(true);
      expect(operation.summary.length).toBeGreaterThan(5);
      expect(Object.keys(operation.responses).some((status) => /^2\d\d$/.test(status))).toBe(true);
      for (const scheme of operation.security.flatMap(Object.keys)) {
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
      }
    }
  });

  test("declares the success status of each operation, and 401 wherever a key is required", () => {
    const open = allOperations.filter(isDocumented);
    for (const { id, status = 200, callers, errors = [] } of open) {
      const found = described().find(({ operation }) => operation.operationId === id);
      const responses = Object.keys(found?.operation.responses ?? {});
      expect(responses, id).toContain(String(status));
      expect(responses.includes("401"), id).toBe(!callers.includes("anyone") || errors.includes(401));
    }
  });

  test("has an example of what each operation takes and answers, or the reason why not", () => {
    const found = new Map(described().map(({ operation }) => [operation.operationId, operation]));
    const missing = allOperations.filter(isDocumented).flatMap((operation) => {
      const at = found.get(operation.id);
      const example = at === undefined ? {} : exampleOf(at, operation.status);
      return shownParts(operation)
        .filter((part) => example[part] === undefined)
        .map((part) => `${operation.id} ${part}`);
    });
    expect(missing).toEqual([]);
  });

  test("has only examples that the operation would take and give", () => {
    const found = new Map(described().map(({ operation }) => [operation.operationId, operation]));
    const stale = allOperations.filter(isDocumented).filter((operation) => {
      const at = found.get(operation.id);
      return at !== undefined && !parsesAs(operation, exampleOf(at, operation.status));
    });
    expect(
      stale.map(({ id }) => id),
      "record them again: npm run examples -- --all <test files>",
    ).toEqual([]);
  });

  test("has nothing in its examples of the machine or the run that they come from", () => {
    const examples = JSON.stringify(described().map(({ operation }) => exampleOf(operation)));
    expect(examples).not.toMatch(
      /\/(?:tmp|root|work|dev\/shm)\/|signalbox-test|127\.0\.0\.1(?::|%3A)|#script|test-api-key/,
    );
  });
});
