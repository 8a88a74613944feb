import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { clonedSession, createSession, heldSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: TestService;
let data: ServiceDatabase;
let host: string;
let id: number;

beforeAll(async () => {
  service = await startTestService();
  data = openServiceDatabase(service);
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
  proves("X4", "E12")("is refused with 413 by its length alone, before any of it is sent", async () => {
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

  proves("X4")("is refused with 413 in chunks too, and accepted just below the limit", async () => {
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

  proves("X56", "X4")("is checked only after the key", async () => {
    const lines = head(`POST /api/v1/sessions/${id}/follow_up`).filter(
      (line) => !line.startsWith("X-API-Key"),
    );
    expect((await rawRequest(service.url, [...lines, `Content-Length: ${200 * 1024 * 1024}`])).status).toBe(
      401,
    );
  });
});

describe("a body of many megabytes", () => {
  const limit = 110 * 1024 * 1024;
  /** Sender and service share one process here and copy a gigabyte, possibly on a busy machine. */
  const largeMs = 120_000;
  const name = (n: number) => `part-${n}.bin`;
  const storedOf = (session: number) => join(service.folder, "data", "attachments", String(session));

  /** A follow-up with these bytes as attachments, padded with white space to `length`. */
  function followUp(files: readonly Buffer[], length = 0): Uint8Array<ArrayBuffer> {
    const attachments = files.map((bytes, n) => ({ filename: name(n), data: bytes.toString("base64") }));
    const text = JSON.stringify({ prompt: "Look", attachments });
    return Buffer.from(`${text.slice(0, -1)}${" ".repeat(Math.max(0, length - text.length))}}`);
  }

  const send = (session: number, body: Uint8Array<ArrayBuffer> | ReadableStream) =>
    fetch(`${service.url}/api/v1/sessions/${session}/follow_up`, {
      method: "POST",
      headers: { "x-api-key": service.key, "content-type": "application/json" },
      body: body as BodyInit,
      duplex: "half",
    } as RequestInit);

  async function storedFiles(session: number): Promise<Map<string, Buffer>> {
    const names = await readdir(storedOf(session)).catch(() => []);
    const files = names.map(
      async (file) => [file.slice(17), await readFile(join(storedOf(session), file))] as const,
    );
    return new Map(await Promise.all(files));
  }

  proves("E12", "X4", "R85")(
    "is accepted up to the last byte of the limit, with every attachment complete",
    async () => {
      const held = await heldSession(service);
      const files = [randomBytes(40_000_000), randomBytes(40_000_001), randomBytes(7)];
      const sent = followUp(files, limit);
      expect(sent.byteLength).toBe(limit);
      const answer = await send(held.session.id, sent);
      expect(answer.status, await answer.text()).toBe(202);
      const stored = await storedFiles(held.session.id);
      expect(stored.size).toBe(files.length);
      for (const [n, bytes] of files.entries()) expect(stored.get(name(n))?.equals(bytes)).toBe(true);
    },
    largeMs,
  );

  proves("E12", "X4")(
    "is refused with 413 with one byte more, even if its length was not announced",
    async () => {
      const { id: other } = await createSession(service);
      const answer = await send(other, new Blob([followUp([Buffer.alloc(9)], limit + 1)]).stream());
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ error: "Payload Too Large" });
      expect(await storedFiles(other)).toEqual(new Map());
    },
    largeMs,
  );

  proves(
    "E12",
    "R85",
    "X44",
  )("with one attachment that is not base64 is refused by name and stores none", async () => {
    const { id: other } = await createSession(service);
    const good = randomBytes(400_000).toString("base64");
    const attachments = ["good.bin", "bad.bin"].map((filename) => ({
      filename,
      data: filename === "bad.bin" ? `${good}%` : good,
    }));
    const answer = await send(other, Buffer.from(JSON.stringify({ prompt: "Look", attachments })));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ messages: ['The attachment "bad.bin" is not base64'] });
    expect(await storedFiles(other)).toEqual(new Map());
  });

  proves("R148", "X3")("that would exhaust memory or stack is refused like any other", async () => {
    const before = data.dump();
    for (const text of [
      "[".repeat(4_000_000),
      `${'{"a":'.repeat(500_000)}1${"}".repeat(500_000)}`,
      `{"prompt":[${"[],".repeat(3_000_000)}[]]}`,
      `{${'"prompt":"x",'.repeat(400_000)}"prompt":"x"}`,
      `{"prompt":"${"x".repeat(5_000_000)}"}`,
      `{"prompt":"${"x".repeat(5_000_000)}`,
    ]) {
      const answer = await send(id, Buffer.from(text));
      expect(answer.status, text.slice(0, 20)).toBe(422);
      expect(await answer.json()).toMatchObject({
        error: expect.any(String),
        messages: [expect.any(String)],
      });
    }
    expect(data.dump()).toBe(before);
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

  proves("R148")("in another charset or encoding is refused", async () => {
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

describe("requests of the published client", () => {
  proves(
    "R1",
    "E14",
    "E10",
    "E11",
  )("are accepted with a JSON content type and no body, on every method", async () => {
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
  )("get JSON in every answer with a body, including errors", async () => {
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
