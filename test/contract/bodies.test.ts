import { afterAll, beforeAll, describe, expect } from "vitest";
import { type DataBeside, openDataBeside } from "../support/data-dump.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { clonedSession, createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let data: DataBeside;
let host: string;
let id: number;

beforeAll(async () => {
  service = await startTestService();
  data = openDataBeside(service);
  host = new URL(service.url).host;
  ({ id } = await createSession(service));
  await clonedSession(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const head = (request: string): string[] => [
  `${request} HTTP/1.1`,
  `Host: ${host}`,
  `X-API-Key: ${service.key}`,
  "Content-Type: application/json",
];

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

describe("a body that is too large", () => {
  proves("X4", "E12")("is 413 by its length alone, before any of it is sent", async () => {
    const before = data.dump();
    for (const [path, bytes] of [
      [`/sessions/${id}/follow_up`, 110 * 1024 * 1024 + 1],
      [`/sessions/${id}/logs`, 1024 * 1024 + 1],
      ["/sessions", 8 * 1024 * 1024 + 1],
    ] as const) {
      const { status, body } = await rawRequest(service.url, [
        ...head(`POST /api/v1${path}`),
        `Content-Length: ${bytes}`,
      ]);
      expect(status, path).toBe(413);
      expect(JSON.parse(body)).toMatchObject({
        error: "Payload Too Large",
        messages: [expect.stringMatching(/MB/)],
      });
    }
    expect(data.dump()).toBe(before);
  });

  proves("X4")("is 413 in chunks too, and just below the limit is read", async () => {
    const content = "c".repeat(1024 * 1024);
    const body = JSON.stringify({ content, level: "info" });
    const large = await rawRequest(
      service.url,
      [...head(`POST /api/v1/sessions/${id}/logs`), "Transfer-Encoding: chunked"],
      chunked(body),
    );
    expect(large.status).toBe(413);
    const fits = JSON.stringify({ content: "c".repeat(90_000), level: "info" });
    const taken = await rawRequest(
      service.url,
      [...head(`POST /api/v1/sessions/${id}/logs`), "Transfer-Encoding: chunked"],
      chunked(fits),
    );
    expect(taken.status).toBe(201);
  });

  proves("X56", "X4")("is not asked about before the key", async () => {
    const lines = head(`POST /api/v1/sessions/${id}/follow_up`).filter(
      (line) => !line.startsWith("X-API-Key"),
    );
    expect((await rawRequest(service.url, [...lines, `Content-Length: ${200 * 1024 * 1024}`])).status).toBe(
      401,
    );
  });
});

describe("a body that cannot be read", () => {
  proves(
    "X3",
    "R149",
    "R148",
    "R1",
  )("is 422 in the one error shape", async () => {
    const before = data.dump();
    for (const text of [
      "{",
      "{]",
      "nonsense",
      '"text"',
      "7",
      "true",
      "null",
      "[]",
      "[{}]",
      '{"a":1}}',
      "\u0000",
      "{'a':1}",
      "\ufeff{",
    ]) {
      for (const [method, path] of [
        ["POST", "/sessions"],
        ["PATCH", `/sessions/${id}`],
        ["POST", `/sessions/${id}/follow_up`],
        ["POST", `/sessions/${id}/logs`],
      ] as const) {
        const { status, body } = await service.call<{ error: string; message: string; messages: string[] }>(
          method,
          path,
          text,
        );
        expect(status, `${method} ${path} ${text}`).toBe(422);
        expect(body.message).toBe(body.messages.join(", "));
        expect(body.error).toBeTypeOf("string");
      }
    }
    expect(data.dump()).toBe(before);
  });

  proves("R148")("in another charset or encoding is refused, not misread", async () => {
    const before = data.dump();
    const lists = [
      ["content-encoding", "gzip"],
      ["content-encoding", "br"],
      ["content-encoding", "rot13"],
      ["content-type", "application/json; charset=koi8-r"],
    ] as const;
    for (const [name, value] of lists) {
      const { status, body } = await service.call("PATCH", `/sessions/${id}`, '{"title":"Taken"}', {
        headers: { [name]: value },
      });
      expect([415, 422], `${name}: ${value}`).toContain(status);
      expect(body).toMatchObject({ error: expect.any(String), messages: [expect.any(String)] });
    }
    expect(data.dump()).toBe(before);
  });
});

describe("the published client's habits", () => {
  proves(
    "R1",
    "E14",
    "E10",
    "E11",
  )("are met: JSON content type without a body, on every method", async () => {
    const typed = { headers: { "content-type": "application/json" } };
    expect((await service.call("GET", "/sessions?per_page=1", undefined, typed)).status).toBe(200);
    const { id: other } = await createSession(service);
    expect((await service.call("POST", `/sessions/${other}/archive`, undefined, typed)).status).toBe(200);
    expect((await service.call("POST", `/sessions/${other}/unarchive`, undefined, typed)).status).toBe(200);
    const empty = await rawRequest(service.url, [
      ...head(`POST /api/v1/sessions/${other}/sleep`),
      "Content-Length: 0",
    ]);
    expect(empty.status).toBe(200);
    const nothing = await rawRequest(
      service.url,
      [...head(`POST /api/v1/sessions/${other}/pause`), "Transfer-Encoding: chunked"],
      "0\r\n\r\n",
    );
    expect(nothing.status).toBe(422);
    expect(JSON.parse(nothing.body)).toMatchObject({ error: "Cannot pause" });
    expect((await service.call("DELETE", `/sessions/${other}`, undefined, typed)).status).toBe(204);
  });

  proves(
    "R1",
    "E1",
    "R148",
  )("are met: JSON in every answer that has a body, errors included", async () => {
    for (const [method, path] of [
      ["GET", "/sessions"],
      ["GET", `/sessions/${id}`],
      ["GET", "/configs"],
      ["GET", "/nothing"],
      ["POST", `/sessions/${id}/pause`],
      ["GET", "/sessions/search"],
    ] as const) {
      const { headers } = await service.call(method, path);
      expect(headers.get("content-type"), path).toMatch(/^application\/json/);
      expect(headers.get("cache-control"), path).toBe("no-store");
    }
  });
});
