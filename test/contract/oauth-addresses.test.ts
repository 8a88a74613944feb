import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ask = (path: string, host: string) =>
  rawRequest(service.url, [`GET ${path} HTTP/1.1`, `Host: ${host}`]);

test("every route of the authorization server refuses a malformed Host header", async () => {
  const paths = ["/oauth/jwks", "/oauth/authorize", "/.well-known/oauth-authorization-server"];
  for (const path of paths) expect((await ask(path, "127.0.0.1:99999")).status, path).toBe(403);
});

test("normalizes the issuer like a client does, however the address was typed", async () => {
  const { body } = await ask("/.well-known/oauth-authorization-server", "LOCALHOST:080");
  expect(JSON.parse(body)).toMatchObject({ issuer: "http://localhost" });
});
