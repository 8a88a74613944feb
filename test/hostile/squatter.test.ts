import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { rawRequest } from "../support/raw-request.ts";
import { startTestService } from "../support/service.ts";

/** Another program of this machine; it takes a port before the service does, if the machine has IPv6. */
async function squatOnIpv6(): Promise<number | null> {
  const squatter = createServer((_request, response) => void response.end("a squatter's page"));
  onTestFinished(() => void squatter.close());
  return new Promise((resolve) => {
    squatter.once("error", () => resolve(null));
    squatter.listen({ host: "::1", port: 0 }, () => resolve((squatter.address() as AddressInfo).port));
  });
}

const askAs = (url: string, host: string) => rawRequest(url, ["GET /sign-in HTTP/1.1", `Host: ${host}`]);

describe("a squatter on the port for IPv6", () => {
  it("that was there first never gets what browsers send to the service, which is not at `localhost` then", async (context) => {
    const port = await squatOnIpv6();
    if (port === null) return context.skip("this machine has no IPv6");
    const logged: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });
    await using service = await startTestService({ environment: { SERVICE_PORT: String(port) }, log });
    expect(service.url).toBe(`http://127.0.0.1:${port}`);
    expect(service.service.launchLink()).toMatch(`${service.url}/`);
    for (const host of [`localhost:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`]) {
      const { status, body } = await askAs(service.url, host);
      expect([host, status]).toEqual([host, 403]);
      expect(body).toContain(`Open ${service.url} instead`);
    }
    expect((await askAs(service.url, `127.0.0.1:${port}`)).status).toBe(200);
    expect(logged.join("")).toContain(`"refused":["localhost","[::1]"]`);
  });

  it("that comes later finds the port taken, and `localhost` leads to the service", async (context) => {
    if ((await squatOnIpv6()) === null) return context.skip("this machine has no IPv6");
    await using service = await startTestService();
    const { port } = new URL(service.url);
    const late = createServer();
    const refused = new Promise<string>((resolve) => {
      late.once("error", ({ code }: NodeJS.ErrnoException) => resolve(String(code)));
      late.listen(Number(port), "::1", () => resolve("listening"));
    });
    expect(await refused).toBe("EADDRINUSE");
    expect((await askAs(service.url, `localhost:${port}`)).status).toBe(200);
    expect((await askAs(`http://localhost:${port}`, `localhost:${port}`)).status).toBe(200);
    expect((await fetch(`http://[::1]:${port}/up`)).status).toBe(200);
  });
});
