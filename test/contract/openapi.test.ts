import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allOperations } from "../support/operations.ts";
import { startTestService, type TestService } from "../support/service.ts";

interface Described {
  operationId: string;
  summary: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { description: string }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Described>>;
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
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

const onlyBoard = ({ callers }: (typeof allOperations)[number]): boolean =>
  callers.every((caller) => caller === "board");

describe("the OpenAPI document", () => {
  test("is 3.1 with a title and a version", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toEqual(
      expect.objectContaining({ title: "Signalbox", version: expect.any(String) }),
    );
  });

  test("has every operation once, except those only for the board", () => {
    const open = allOperations.filter((operation) => !onlyBoard(operation));
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
      // Only 405: a method that the protocol defines and this service does not support.
      expect(Object.keys(operation.responses).some((status) => /^(?:2\d\d|405)$/.test(status))).toBe(true);
      for (const scheme of operation.security.flatMap(Object.keys)) {
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
      }
    }
  });

  test("declares the success status of each operation, and 401 wherever a key is required", () => {
    const open = allOperations.filter((operation) => !onlyBoard(operation));
    for (const { id, status = 200, callers, errors = [] } of open) {
      const found = described().find(({ operation }) => operation.operationId === id);
      const responses = Object.keys(found?.operation.responses ?? {});
      expect(responses, id).toContain(String(status));
      expect(responses.includes("401"), id).toBe(!callers.includes("anyone") || errors.includes(401));
    }
  });
});
