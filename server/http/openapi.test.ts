import { describe, expect, it } from "vitest";
import { z } from "zod";
import { noContent, type Operation, operation, plainText } from "./model.ts";
import { openApiDocument } from "./openapi.ts";

const lamp = z.object({ id: z.number().int() }).meta({ id: "Lamp" });
const operations: Operation[] = [
  operation({
    id: "readLamp",
    method: "get",
    path: "/lamps/{id}",
    source: "E1",
    summary: "Read a lamp",
    callers: ["api", "native"],
    params: z.object({ id: z.string() }),
    query: z.object({ dim: z.string().optional() }),
    response: z.object({ lamp }),
    errors: [404],
  }),
  operation({
    id: "makeLamp",
    method: "post",
    path: "/lamps/{id}",
    summary: "Make a lamp",
    callers: ["human"],
    body: z.object({ lamp }),
    response: noContent,
    status: 204,
    otherStatuses: [202],
  }),
  operation({
    id: "up",
    method: "get",
    path: "/up",
    base: "root",
    summary: "Up",
    callers: ["anyone"],
    response: plainText,
  }),
  operation({
    id: "counts",
    method: "get",
    path: "/counts",
    summary: "The board's own",
    callers: ["board"],
    response: z.object({}),
  }),
];

const makeDocument = openApiDocument(operations, "1.2.3");
const document = (await makeDocument()) as {
  openapi: string;
  info: { version: string };
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, unknown> };
};

describe("openApiDocument", () => {
  it("has version 3.1 and the release", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Signalbox", version: "1.2.3" } });
  });

  it("lists the operations for callers with a credential, with their paths, without the board's own", () => {
    expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
      ["/api/v1/lamps/{id}", ["get", "post"]],
      ["/up", ["get"]],
    ]);
  });

  it("describes parameters, body, answers and refusals", () => {
    const { get, post } = document.paths["/api/v1/lamps/{id}"] ?? {};
    expect(get).toMatchObject({
      operationId: "readLamp",
      description: "Requirement E1. Callers: api, native.",
      parameters: [
        { in: "path", name: "id", required: true },
        { in: "query", name: "dim" },
      ],
    });
    expect(Object.keys(get?.["responses"] as object)).toEqual(["200", "401", "404", "422"]);
    expect(Object.keys(post?.["responses"] as object)).toEqual(["202", "204", "400", "401", "409", "422"]);
    expect(post).toHaveProperty("requestBody.content.application/json.schema");
  });

  it("names the credential for each operation", () => {
    const security = (path: string, method: string) => document.paths[path]?.[method]?.["security"];
    expect(security("/api/v1/lamps/{id}", "get")).toEqual([{ apiKey: [] }, { bearer: [] }]);
    expect(security("/api/v1/lamps/{id}", "post")).toEqual([{ bearer: [] }]);
    expect(security("/up", "get")).toEqual([]);
  });

  it("shares named schemas, including the error", () => {
    expect(Object.keys(document.components.schemas).sort()).toEqual(
      expect.arrayContaining(["Error", "Lamp"]),
    );
  });

  it("is made once", async () => {
    expect(await makeDocument()).toBe(document);
  });
});
