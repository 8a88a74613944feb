import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import type { Operation } from "../../server/http/model.ts";
import { allOperations, pathOf } from "../support/operations.ts";
import { type Session, startTestService, type TestService } from "../support/service.ts";
import { restedSession, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

const secret = `ghp_${"Zk3".repeat(12)}`;

let service: TestService;
let session: Session;

beforeAll(async () => {
  service = await startTestService();
  session = await restedSession(service, `#script say The token is ${secret}!`);
  await service.call("POST", `/sessions/${session.id}/archive`);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Operations outside of /api/v1, by requirement; the transcript is at the path that the published client uses. */
const ownAddress =
  /^\/(?:up|metrics|mcp|git|oauth|webhooks|\.well-known|api\/secrets)(?:\/|$)|^\/sessions\/\{id\}\/transcript$/;

const isJson = ({ response }: Operation): boolean => response instanceof z.ZodType;
/** Every read that is allowed with a key. */
const reads = allOperations.filter(
  (operation) => operation.method === "get" && operation.base !== "root" && operation.callers.includes("api"),
);
const lists = reads.filter(
  ({ response }) => response instanceof z.ZodObject && "pagination" in response.shape,
);
const addressOf = (operation: Operation): string => {
  const inSession = operation.path.startsWith("/sessions/{session_id}");
  const id = String(session.id);
  return pathOf(operation, inSession ? { session_id: id, id: "1" } : { id, mid: "1" });
};

describe("the API", () => {
  proves("R10")("is under /api/v1, and only other operations are outside", async () => {
    for (const operation of allOperations) {
      if (operation.base === "root") {
        expect(operation.path).toMatch(ownAddress);
        continue;
      }
      const { status } = await fetch(service.url + pathOf(operation), {
        method: operation.method.toUpperCase(),
        headers: { "x-api-key": service.key },
      });
      expect(status, `${operation.method} ${operation.path}`).toBe(404);
    }
  });

  proves("R6", "X34")("pages all lists in the same way, and clamps values out of range", async () => {
    expect(lists.length).toBeGreaterThan(5);
    for (const operation of lists) {
      const paged = async (query: string) => {
        const answer = await service.call<{ pagination: object }>(
          "GET",
          `${addressOf(operation)}?q=x&${query}`,
        );
        expect(answer.status, operation.id).toBe(200);
        return answer.body.pagination;
      };
      expect(await paged(""), operation.id).toMatchObject({ page: 1, per_page: 25 });
      expect(await paged("page=-2&per_page=1000"), operation.id).toMatchObject({ page: 1, per_page: 100 });
      expect(await paged("page=x&per_page=0"), operation.id).toMatchObject({ page: 1, per_page: 25 });
    }
  });

  proves("R5", "R192")("takes a blank filter for none, in every list", async () => {
    for (const operation of reads.filter(({ query }) => query !== undefined)) {
      const optional = Object.entries(operation.query?.shape ?? {}).filter(
        ([, schema]) => z.safeParse(schema, undefined).success,
      );
      const required = Object.keys(operation.query?.shape ?? {}).filter(
        (key) => !optional.some(([name]) => name === key),
      );
      const address = `${addressOf(operation)}?${required.map((key) => `${key}=session`).join("&")}`;
      const plain = await service.call("GET", address);
      for (const blank of ["", "+"]) {
        const query = optional.map(([key]) => `${key}=${blank}`).join("&");
        const asked = await service.call("GET", `${address}&${query}`);
        expect([operation.id, asked.status], operation.id).toEqual([operation.id, plain.status]);
        if ("pagination" in plain.body) expect(asked.body, operation.id).toEqual(plain.body);
      }
    }
  });

  proves(
    "R5",
    "R9",
    "R20",
    "X17",
  )("drops what it does not know, and has no word but archived", async () => {
    for (const operation of reads.filter(isJson)) {
      const plain = await service.call("GET", `${addressOf(operation)}?q=session`);
      const asked = `${addressOf(operation)}?q=session&execution_provider=local&nonsense[]=1`;
      expect((await service.call("GET", asked)).status, operation.id).toBe(plain.status);
      const text = JSON.stringify(plain.body).replaceAll('"trash_after"', "");
      expect(text, operation.id).not.toMatch(/trash|execution_provider/i);
    }
  });
});

describe("a marker in place of a secret", () => {
  proves("R7")("contains tier, name and length of the secret, but nothing of its text", async () => {
    const text = await transcriptOf(service, session.id);
    expect(text).not.toContain("Zk3");
    const [, length] = /The token is \[REDACTED:[a-z_]+:[^:\]]+:(\d+)\]!/i.exec(text) ?? [];
    expect(length).toBe(String(secret.length));
  });
});
