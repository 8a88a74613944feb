import { createServer } from "node:net";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LanState } from "../../server/domains/access/lan/model.ts";
import { startBoardService } from "../support/board.ts";
import { askLan, followLan, type LanService, openLan, pairDevice, startLanService } from "../support/lan.ts";

let service: LanService;

beforeAll(async () => {
  service = await startLanService();
});
afterAll(() => service[Symbol.asyncDispose]());

const html = { accept: "text/html" };

describe("the network listener", () => {
  test("is closed until the owner opens it, and closing it ends its connections at once", async () => {
    await using own = await startBoardService();
    const before = await own.board.call<{ lan: LanState }>("GET", "/lan");
    expect(before.body.lan).toMatchObject({ open: false, listening: false, origins: [], fingerprints: null });
    const { origin, lan } = await openLan(own);
    expect(lan).toMatchObject({ open: true, listening: true, problem: null });
    const device = await pairDevice({ ...own, origin, lan });
    const stream = await followLan(origin, device.cookie);
    const closed = await own.board.call<{ lan: LanState }>("PUT", "/lan", { open: false });
    expect(closed.body.lan).toMatchObject({ open: false, listening: false, origins: [] });
    await stream.ended;
    await expect(askLan(origin, "/up")).rejects.toThrow(/ECONNREFUSED/);
  });

  test("serves the certificate whose fingerprint the board shows", async () => {
    const answer = await askLan(service.origin, "/up");
    expect(answer.status).toBe(200);
    expect(service.lan.fingerprints?.certificate).toMatch(/^(?:[0-9A-F]{4} ){15}[0-9A-F]{4}$/);
    expect(answer.fingerprint).toBe(service.lan.fingerprints?.certificate.replaceAll(" ", ""));
    expect(answer.headers).not.toHaveProperty("strict-transport-security");
  });

  test("speaks TLS 1.2 and later only", async () => {
    const { port } = new URL(service.origin);
    const attempt = new Promise((resolve, reject) => {
      const socket = connect(
        {
          port: Number(port),
          host: "127.0.0.1",
          rejectUnauthorized: false,
          minVersion: "TLSv1",
          maxVersion: "TLSv1.1",
          ciphers: "DEFAULT@SECLEVEL=0",
        },
        () => resolve(socket.getProtocol()),
      );
      socket.on("error", reject);
    });
    await expect(attempt).rejects.toThrow(/alert protocol version|unsupported protocol/);
  });

  test("uses the next port if one is taken", async () => {
    await using taken = await holdPort();
    const environment = { SERVICE_LAN_PORT: String(taken.port) };
    await using own = await startBoardService({ environment });
    const { origin } = await openLan(own);
    expect(Number(new URL(origin).port)).toBeGreaterThan(taken.port);
  });

  test("reports why it could not be opened, and the service keeps running", async () => {
    // An address for documentation, which no machine has.
    await using own = await startBoardService({
      environment: { SERVICE_LAN_HOST: "203.0.113.77" },
    });
    const { body } = await own.board.call<{ lan: LanState }>("PUT", "/lan", { open: true });
    expect(body.lan).toMatchObject({
      open: true,
      listening: false,
      problem: expect.stringContaining("could not"),
    });
    expect((await own.call("GET", "/up")).status).toBe(200);
  });
});

describe("a request through the network", () => {
  test.each([
    ["a foreign name", { host: "evil.example" }],
    ["a name of loopback", { host: "localhost" }],
    ["an address of another machine", { host: "192.0.2.77" }],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["a page of this machine's plain listener", { origin: "http://127.0.0.1:3000" }],
  ])("is refused with %s", async (_title, headers) => {
    const answer = await askLan(service.origin, "/up", { headers });
    expect(answer.status).toBe(403);
  });

  test("is redirected to the pairing page instead of the board", async () => {
    for (const path of ["/", "/sessions/1", "/settings/devices"]) {
      const answer = await askLan(service.origin, path, { headers: html });
      expect(answer.status, path).toBe(303);
      expect(answer.headers.location).toBe("/pair");
      expect(answer.body).not.toContain("<title>Signalbox</title>");
    }
    expect((await askLan(service.origin, "/pair", { headers: html })).status).toBe(200);
  });

  test("gets nothing of the board without a credential, not even its code", async () => {
    expect((await askLan(service.origin, "/assets/app.js")).status).toBe(404);
    for (const path of ["/ui/v1/sessions", "/ui/v1/events", "/ui/v1/devices", "/api/v1/sessions"])
      expect((await askLan(service.origin, path)).status, path).toBe(401);
    const wish = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    expect((await askLan(service.origin, "/ui/v1/device_pairings", wish)).status).toBe(401);
    expect((await askLan(service.origin, "/mcp", wish)).status).toBe(401);
  });

  test("is refused with the cookie of the person at this machine", async () => {
    const { headers } = service.board;
    expect((await askLan(service.origin, "/ui/v1/sessions", { headers })).status).toBe(401);
    expect((await askLan(service.origin, "/", { headers: { ...headers, ...html } })).headers.location).toBe(
      "/pair",
    );
  });

  test("can use the API with a key, and finds the authorization server at this address", async () => {
    const headers = { "x-api-key": service.key };
    expect((await askLan(service.origin, "/api/v1/sessions", { headers })).status).toBe(200);
    const metadata = await askLan(service.origin, "/.well-known/oauth-authorization-server");
    expect(JSON.parse(metadata.body)).toMatchObject({ issuer: service.origin });
  });
});

test("the plain listener has no pairing page and accepts no device cookie", async () => {
  const device = await pairDevice(service);
  const page = await fetch(`${service.url}/pair`, { redirect: "manual" });
  expect(page.headers.get("location")).toBe("/");
  const answer = await fetch(`${service.url}/ui/v1/sessions`, { headers: { cookie: device.cookie } });
  expect(answer.status).toBe(401);
});

async function holdPort() {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
