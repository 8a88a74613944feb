import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { nonceAt, signedHeaders } from "../support/page-signer.ts";
import { type RawAnswer, rawRequest } from "../support/raw-request.ts";
import { startTestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;
let data: ServiceDatabase;
let host: string;
let id: number;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
  host = new URL(service.url).host;
  ({ id } = await createSession(service, { title: "Target" }));
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

/** Sends a request with every credential, so that only the guard can refuse it. Nothing may have changed afterwards. */
async function attack(request: string, headers: readonly string[], body = ""): Promise<RawAnswer> {
  const before = data.dump();
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const [method = "", target = ""] = request.split(" ");
  const named = headers.find((header) => /^host:/i.test(header))?.slice("host:".length);
  const host = (named ?? new URL(service.url).host).trim().toLowerCase();
  const signed = await signedHeaders(service.board.headers, { host, method, target, body }, () =>
    nonceAt(service.url),
  );
  const credentials = [
    `X-API-Key: ${service.key}`,
    ...Object.entries(signed).map(([name, value]) => `${name}: ${value}`),
    `Authorization: Bearer ${service.key}`,
  ];
  const answer = await rawRequest(
    service.url,
    [`${request} HTTP/1.1`, ...headers, ...credentials, ...length],
    body,
  );
  expect(data.dump()).toBe(before);
  expect(answer.status, answer.body).not.toBe(500);
  expect(answer.head.toLowerCase()).not.toContain("access-control-allow");
  return answer;
}

const json = "Content-Type: application/json";
const deletion = () => `DELETE /api/v1/sessions/${id}`;
const boardDeletion = () => `DELETE /ui/v1/sessions/${id}`;
/** Reached with a bearer token: the transcript at the published client's path, and the agent tools. */
const bearerDoors = () => [`GET /sessions/${id}/transcript`, "POST /mcp", "POST /mcp/self"];

describe("a web page of another origin", () => {
  const foreignHosts = () => [
    "evil.example",
    `evil.example:${new URL(service.url).port}`,
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "127.0.0.1@evil.example",
    "192.168.1.4",
    "[::2]",
    "0.0.0.0",
    "127.0.0.1:99999999",
    "",
    " ",
    "127.0.0.1, evil.example",
  ];

  test("that rebinds its name to this machine can neither read nor write", async () => {
    for (const name of foreignHosts()) {
      for (const request of [
        "GET /api/v1/sessions",
        "GET /",
        "GET /ui/v1/events",
        "GET /up",
        deletion(),
        boardDeletion(),
        ...bearerDoors(),
      ]) {
        const { status, body } = await attack(request, [`Host: ${name}`]);
        expect([400, 403], `${request} to ${name}`).toContain(status);
        expect(body).not.toContain("Target");
      }
    }
  });

  test("that sends its own Origin is refused on every path", async () => {
    const origins = [
      "https://evil.example",
      "null",
      "file://",
      "http://127.0.0.1:1",
      `https://${host}.evil.example`,
      "http://localhost",
      "",
    ];
    for (const origin of origins) {
      for (const request of [
        "GET /api/v1/sessions",
        boardDeletion(),
        deletion(),
        "GET /ui/v1/events",
        ...bearerDoors(),
      ]) {
        const { status } = await attack(request, [`Host: ${host}`, `Origin: ${origin}`]);
        expect(status, `${request} from "${origin}"`).toBe(403);
      }
    }
  });

  test("that uses the person's cookie is recognized by the browser's headers", async () => {
    for (const site of ["cross-site", "same-site", "none", "garbage"]) {
      const { status } = await attack(boardDeletion(), [`Host: ${host}`, `Sec-Fetch-Site: ${site}`]);
      expect(status, site).toBe(403);
    }
    const { status } = await attack("GET /ui/v1/counts", [`Host: ${host}`, "Sec-Fetch-Site: same-origin"]);
    expect(status).toBe(200);
  });

  test("cannot post what a form or a simple fetch can send", async () => {
    const body = JSON.stringify({ title: "Taken", git_root: "/" });
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "text/json",
      "*/*",
    ];
    for (const type of types) {
      for (const request of [
        "POST /api/v1/sessions",
        "POST /ui/v1/sessions",
        `PATCH /api/v1/sessions/${id}`,
        `POST /ui/v1/sessions/${id}/archive`,
        "POST /api/v1/elicitations/session/token",
        "POST /mcp/self",
      ]) {
        const { status } = await attack(request, [`Host: ${host}`, `Content-Type: ${type}`], body);
        expect(status, `${request} as ${type}`).toBe(415);
      }
      expect((await attack(`PATCH /api/v1/sessions/${id}`, [`Host: ${host}`], body)).status).toBe(415);
    }
  });

  test("gets no permission from a preflight", async () => {
    for (const path of ["/api/v1/sessions", "/ui/v1/sessions", `/api/v1/sessions/${id}`, "/"]) {
      const preflight = ["Origin: https://evil.example", "Access-Control-Request-Method: DELETE"];
      expect((await attack(`OPTIONS ${path}`, [`Host: ${host}`, ...preflight])).status).toBe(403);
    }
  });

  test("cannot frame the board or load its page without security headers", async () => {
    const page = await attack("GET /", [`Host: ${host}`, "Accept: text/html"]);
    expect(page.status).toBe(200);
    expect(page.head).toMatch(/content-security-policy: .*frame-ancestors 'none'/i);
    expect(page.head).not.toMatch(/set-cookie/i);
    expect(page.head).toMatch(/x-content-type-options: nosniff/i);
  });
});

describe("a request that no client sends", () => {
  test("cannot lead out of a folder", async () => {
    const paths = [
      "/assets/../../data/signalbox.db",
      "/assets/..%2f..%2fdata%2fsignalbox.db",
      "/assets/%2e%2e/%2e%2e/data/signalbox.db",
      "/assets/....//....//etc/passwd",
      "/assets/..%5c..%5cdata",
      "/..%2fdata/signalbox.db",
      "//etc/passwd",
      "/assets/%00",
      "/assets/app.js%00.html",
      "/assets/%ff",
      "/.env",
    ];
    for (const path of paths) {
      const { status, body } = await attack(`GET ${path}`, [`Host: ${host}`]);
      const isPage = status === 200 && body.startsWith("<!doctype html><title>Signalbox");
      expect(isPage || status === 404 || status === 400, `${path}: ${status} ${body}`).toBe(true);
    }
  });

  proves("R2")("finds no session by a path or by garbage", async () => {
    const names = [
      "..%2f..%2fdata",
      "%2e%2e",
      "%00",
      "%ff",
      "%E0%A4%A",
      "%25",
      "a%2Fb",
      "1%20",
      "1e3",
      "+1",
      "-1",
      "0x1",
      "%F0%9F%98%80",
      "9".repeat(400),
      "x".repeat(400),
      "99999999999999999999",
      "__proto__",
      "constructor",
    ];
    for (const name of names) {
      for (const request of [
        `GET /api/v1/sessions/${name}`,
        `GET /api/v1/sessions/${name}/logs/1`,
        `GET /api/v1/sessions/${id}/logs/${name}`,
        `GET /api/v1/sessions/${id}/enqueued_messages/${name}`,
        `POST /api/v1/sessions/${name}/archive`,
      ]) {
        const { status, body } = await attack(request, [`Host: ${host}`, json]);
        expect(status, `${request}: ${body}`).toBe(404);
        expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), messages: [expect.any(String)] });
      }
    }
  });

  test("with absurd headers is answered below 500", async () => {
    const lists = [
      [`Host: ${host}`, `X-API-Key: ${"k".repeat(5_000)}`],
      [`Host: ${host}`, `Cookie: ${"a=b; ".repeat(1_000)}`],
      [`Host: ${host}`, "X-Filler: ".concat("y".repeat(20_000))],
      [`Host: ${host}`, ...Array.from({ length: 1_500 }, (_, n) => `X-Many-${n}: 1`)],
      [`Host: ${host}`, `Host: ${host}`],
      [`Host: ${host}`, "Last-Event-ID: \u00ff\u00fe", "Accept: \u0080"],
      [`Host: ${host}`, "Accept: text/html;q=abc, ;;;,,,", "Accept-Encoding: %%%"],
      [
        `Host: ${host}`,
        "X-Forwarded-For: 127.0.0.1",
        "X-Forwarded-Host: evil.example",
        "Forwarded: host=evil",
      ],
      [`Host: ${host}`, "Transfer-Encoding: gzip"],
      [`Host: ${host}`, "Content-Length: 5", "Transfer-Encoding: chunked"],
      [`Host: ${host}`, "Content-Length: -1"],
      [`Host: ${host}`, "Expect: the-unexpected"],
      [
        `Host: ${host}`,
        "Upgrade: websocket",
        "Connection: upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: x",
      ],
      [],
    ];
    for (const headers of lists) {
      for (const request of ["GET /api/v1/sessions", "GET /"]) {
        const { status } = await attack(request, headers);
        expect(status, headers.join("; ").slice(0, 80)).toBeLessThan(500);
      }
    }
  });

  test("is not valid HTTP", async () => {
    for (const line of [
      "GET http://evil.example/api/v1/sessions",
      "CONNECT evil.example:443",
      "TRACE /api/v1/sessions",
      "PROPFIND /api/v1/sessions",
      "GET /api/v1/sessions?\u0000",
      "GET  /",
    ]) {
      const { status, body } = await attack(line, [`Host: ${host}`]);
      expect(status, line).toBeLessThan(500);
      expect(body, line).not.toContain("Target");
    }
  });
});

describe("the host names that are served", () => {
  proves("R146")("are loopback's and those the owner configured, in any case and with any port", async () => {
    await using vouched = await startTestService({
      environment: { APP_HOST: "Signal.Example:8443", SERVICE_PROD_BASE_URL: "https://board.example/path" },
    });
    const statusOf = async (name: string) =>
      (await rawRequest(vouched.url, ["GET /up HTTP/1.1", `Host: ${name}`])).status;
    for (const name of [
      "localhost",
      "LOCALHOST:1",
      "127.0.0.1",
      "[::1]:3000",
      "signal.example",
      "SIGNAL.example:9",
      "board.example",
    ]) {
      expect(await statusOf(name), name).toBe(200);
    }
    for (const name of ["other.example", "signal.example.evil", "192.168.0.2"]) {
      expect(await statusOf(name), name).toBe(403);
    }
  });
});
