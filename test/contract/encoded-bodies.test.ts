import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { deliverFromGitHub, webhookSettings } from "../support/webhooks.ts";
import { proves } from "./proves.ts";

let service: TestService;
let id: number;

beforeAll(async () => {
  service = await startTestService({ environment: webhookSettings });
  ({ id } = await createSession(service));
});
afterAll(() => service[Symbol.asyncDispose]());

const compress = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
};
const encodings = Object.entries(compress);
const megabyte = 1024 * 1024;

async function post(path: string, body: Buffer, headers: Record<string, string>) {
  const answer = await fetch(`${service.url}${path}`, {
    method: "POST",
    body: new Uint8Array(body),
    headers: { "x-api-key": service.key, "content-type": "application/json", ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as { error?: string; messages?: string[] } };
}

const postLog = (body: Buffer, encoding: string) =>
  post(`/api/v1/sessions/${id}/logs`, body, { "content-encoding": encoding });

const log = (content: string): Buffer => Buffer.from(JSON.stringify({ content, level: "info" }));

describe.each(encodings)("a body in %s", (encoding, compressed) => {
  test("is read by the API and at /mcp", async () => {
    expect((await postLog(compressed(log(`by ${encoding}`)), encoding)).status).toBe(201);
    const call = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const listed = await post("/mcp", compressed(JSON.stringify(call)), {
      "content-encoding": encoding.toUpperCase(),
      accept: "application/json, text/event-stream",
    });
    expect(listed).toMatchObject({ status: 200, body: { result: { tools: expect.any(Array) } } });
  });

  test("is a webhook's delivery, signed as it was before it was compressed", async () => {
    const payload = JSON.stringify({ zen: "Keep it logically awesome." });
    const { status } = await deliverFromGitHub(service.url, "ping", payload, {
      headers: { "content-encoding": encoding },
      encode: (text) => compressed(text),
    });
    expect(status).toBe(200);
  });

  proves("X4")("is refused with 413 once it is inflated beyond the limit, however small it was", async () => {
    const bomb = compressed(Buffer.alloc(256 * megabyte));
    expect(bomb.byteLength).toBeLessThan(megabyte);
    const before = process.memoryUsage().rss;
    const refused = await postLog(bomb, encoding);
    expect(refused).toMatchObject({ status: 413, body: { error: "Payload Too Large" } });
    // Nothing near its size was ever held.
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * megabyte);
    expect((await postLog(compressed(log("c".repeat(90_000))), encoding)).status).toBe(201);
  });

  proves("R149")("that is damaged or cut short is refused in words", async () => {
    const whole = compressed(log("cut short ".repeat(100)));
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, 2, 12);
    for (const sent of [whole.subarray(0, -8), damaged, Buffer.from("not compressed at all")])
      expect(await postLog(sent, encoding)).toMatchObject({
        status: 422,
        body: { messages: [`The body is not valid ${encoding}, or its end is missing`] },
      });
  });
});

test.each(["compress", "gzip, br", "rot13"])(
  "an encoding that is not read, as %s, is refused with 415",
  async (name) => {
    expect(await postLog(gzipSync(log("x")), name)).toMatchObject({
      status: 415,
      body: { messages: [expect.stringMatching(/^A body in the encoding .*gzip, deflate, br and zstd\.$/)] },
    });
  },
);

test("a zstd frame that asks for a window of gigabytes is refused", async () => {
  const huge = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x09, 0x00, 0x00, 0x7b]);
  expect(await postLog(huge, "zstd")).toMatchObject({ status: 422 });
});
