import { afterAll, beforeAll, expect, vi } from "vitest";
import { type StatusAnswer, settledCliStatus } from "../support/cli-status.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { proves } from "./proves.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    environment: { SERVICE_CODEX_PATH: "/nowhere/codex", ANTHROPIC_API_KEY: "" },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const status = async () => (await service.call<StatusAnswer>("GET", "/clis/status")).body;

const looked = () => settledCliStatus(service);

proves("E138")(
  "the first status is answered at once, with everything unknown and one look queued",
  async () => {
    const { status: code, body } = await service.call<StatusAnswer>("GET", "/clis/status");
    expect(code).toBe(200);
    expect(body).toMatchObject({
      unauthenticated_count: 0,
      cli_status: { loading: true, generated_at: null },
    });
    expect(Object.keys(body.cli_status.tools)).toEqual(["claude_code", "codex", "pi"]);
    expect(body.cli_status.tools["pi"]).toMatchObject({ name: "pi", installed: null, authenticated: null });
  },
);

proves("E138")("a status tells what is there, who is signed in and how to get the rest", async () => {
  const { cli_status: seen } = await looked();
  expect(seen.tools["pi"]).toMatchObject({
    installed: true,
    authenticated: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    auth_method: "api_key",
    env_var_name: "OPENROUTER_API_KEY",
  });
  expect(seen.tools["codex"]).toMatchObject({
    installed: false,
    authenticated: true,
    version: null,
    install_instructions: expect.stringContaining("/nowhere/codex"),
  });
  const claude = seen.tools["claude_code"];
  expect(claude).toMatchObject({ authenticated: false, auth_method: null });
  expect(claude?.auth_instructions).toContain("ANTHROPIC_API_KEY");
  expect(seen.unauthenticated_count).toBe(claude?.installed ? 1 : 0);
  expect(JSON.stringify(seen)).not.toContain("sk-");
});

proves("E139")("a refresh is queued and answers what is known; the next look sees what changed", async () => {
  const before = await looked();
  service.environment["ANTHROPIC_API_KEY"] = "sk-ant-scripted";
  const { status: code, body } = await service.call("POST", "/clis/refresh");
  expect(code).toBe(200);
  expect(body).toEqual({ queued: true, message: expect.any(String), current_status: before.cli_status });
  await vi.waitFor(
    async () => expect((await status()).cli_status.tools["claude_code"]?.authenticated).toBe(true),
    { timeout: 20_000, interval: 25 },
  );
});

proves("E140")("clearing the cache forgets what was seen, and it is looked at again", async () => {
  await looked();
  const { status: code, body } = await service.call("POST", "/clis/clear_cache");
  expect(code).toBe(200);
  expect(body).toEqual({ queued: true, message: expect.any(String) });
  expect((await looked()).cli_status.generated_at).not.toBeNull();
});
