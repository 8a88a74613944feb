import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { authorizingProxy, type Proxy } from "../support/authorizing-proxy.ts";
import { serveFixtures } from "../support/mcp-fixtures/serve.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { proves } from "./proves.ts";

const run = promisify(execFile);
const program = join(import.meta.dirname, "../../node_modules/.bin/conformance");

let service: TestService;
let proxy: Proxy;
let fixtures: Awaited<ReturnType<typeof serveFixtures>>;
let urls: Record<"service" | "wiring", string>;

beforeAll(async () => {
  service = await startTestService();
  proxy = await authorizingProxy(service.url, service.key);
  fixtures = await serveFixtures();
  urls = { service: `${proxy.url}/mcp`, wiring: `http://127.0.0.1:${fixtures.port}/mcp` };
});
afterAll(async () => {
  await fixtures[Symbol.asyncDispose]();
  await proxy[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

/** The protocol's own suite. Beside this file stands what is expected to fail, with the reason of each; a stale entry fails. */
async function conformance(what: keyof typeof urls, revision: string): Promise<string> {
  const expected = join(import.meta.dirname, `mcp-conformance/${what}-${revision}.yml`);
  const asked = ["--requirements", revision, "--expected-failures", expected];
  const { PATH = "" } = process.env;
  const env = { PATH, HOME: service.folder };
  try {
    return (await run(program, ["server", "--url", urls[what], ...asked], { cwd: service.folder, env }))
      .stdout;
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}

describe.each(["2026-07-28", "2025-11-25"])("the revision %s", (revision) => {
  proves("R217")(
    "is supported by the service, as far as its tools can show",
    async () => {
      const report = await conformance("service", revision);
      expect(report.slice(report.indexOf("\nTotal:"))).toContain("Baseline check passed");
    },
    60_000,
  );

  proves("R217")(
    "is supported by our wiring with the tools of the protocol's own suite",
    async () => {
      const report = await conformance("wiring", revision);
      expect(report.slice(report.indexOf("\nTotal:"))).toContain("Baseline check passed");
    },
    60_000,
  );
});
