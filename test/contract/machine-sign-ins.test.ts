import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { InferenceAccount } from "../../server/domains/agents/accounts/model.ts";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import { type AccountProvider, startAccountProvider } from "../support/account-provider.ts";
import { type BoardService, startBoardService } from "../support/board.ts";

let provider: AccountProvider;
let service: BoardService;
let home: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "signalbox-home-"));
  provider = await startAccountProvider();
  await signIn("ada");
  service = await startBoardService({
    environment: {
      HOME: home,
      ANTHROPIC_API_KEY: "",
      ANTHROPIC_BASE_URL: provider.url,
      OPENAI_API_KEY: "",
      OPENAI_BASE_URL: `${provider.url}/v1`,
    },
  });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

/** As the CLI leaves its login file. */
async function signIn(name: string): Promise<void> {
  provider.states.set(`token-of-${name}`, {
    email: `${name}@example.org`,
    fiveHour: 0.3,
    sevenDay: 0.6,
    opus: 0.8,
    extra: { used: 12.34, limit: 100 },
  });
  await mkdir(join(home, ".claude"), { recursive: true });
  const claudeAiOauth = {
    accessToken: `token-of-${name}`,
    refreshToken: `refresh-of-${name}-0123456789`,
    expiresAt: Date.now() + 8 * 3_600_000,
    scopes: ["user:inference", "user:profile"],
    subscriptionType: "max",
    rateLimitTier: "default_claude_max_20x",
  };
  await writeFile(join(home, ".claude", ".credentials.json"), JSON.stringify({ claudeAiOauth }));
}

const accounts = async (runtime = "claude_code"): Promise<InferenceAccount[]> =>
  (await service.call<Inference>("GET", `/inference?runtime=${runtime}`)).body.accounts;
const refreshAll = (runtime = "claude_code") => service.board.call("POST", "/inference/refresh", { runtime });

test("the machine's own sign-in is an account, named as the provider names it, with its windows", async () => {
  await expect.poll(async () => (await accounts())[0]?.quota, { timeout: 20_000 }).toBeTruthy();
  expect(await accounts()).toMatchObject([
    {
      email: "ada@example.org",
      credential_place: "machine",
      api_key_account: false,
      is_current: true,
      serves_next: true,
      credentials: { state: "verified" },
      quota: {
        subscription_type: "max",
        rate_limit_tier: "default_claude_max_20x",
        five_hour: { utilization: 0.3 },
        seven_day: { utilization: 0.6 },
        other_windows: [{ name: "seven_day_opus", utilization: 0.8, reset_passed: false }],
        credits: { used: 12.34, limit: 100, balance: null, unlimited: false },
      },
    },
  ]);
  expect(provider.asked).toContain("GET /api/oauth/usage token-of-ada");
  const page = await service.call("GET", "/inference");
  expect(JSON.stringify(page.body)).not.toMatch(/token-of|refresh-of/);
});

test("another person's sign-in on the machine is another account", async () => {
  await signIn("grace");
  await refreshAll();
  await expect.poll(async () => (await accounts()).length).toBe(2);
  expect(await accounts()).toMatchObject([
    { email: "ada@example.org", credential_place: "none", status: "needs_reauth", serves: false },
    { email: "grace@example.org", credential_place: "machine", serves_next: true },
  ]);
});

test("an account that the owner removed is not adopted again while its sign-in stays", async () => {
  const grace = (await accounts()).find(({ email }) => email === "grace@example.org");
  await service.board.call("DELETE", `/inference/accounts/${grace?.id}`);
  await refreshAll();
  expect((await accounts()).map(({ email }) => email)).toEqual(["ada@example.org"]);
});

test("it is an account again once the owner wants it back, or adds it by hand", async () => {
  const restore = (email: string) =>
    service.board.call<{ account: InferenceAccount | null; message: string }>(
      "POST",
      "/inference/machine_sign_ins",
      { runtime: "claude_code", email },
    );
  expect((await restore("Grace@example.org")).body).toMatchObject({
    account: { email: "grace@example.org", credential_place: "machine", serves: true },
    message: "Grace@example.org is an account again",
  });
  expect((await restore("nobody@example.org")).body.account).toBeNull();

  const grace = (await accounts()).find(({ email }) => email === "grace@example.org");
  await service.board.call("DELETE", `/inference/accounts/${grace?.id}`);
  await service.board.call("POST", "/inference/accounts", { email: "grace@example.org" });
  await expect.poll(async () => (await accounts()).at(-1)?.credential_place).toBe("machine");
});

test("the sign-in of Codex is named by its own token", async () => {
  const claims = Buffer.from(JSON.stringify({ email: "ada@codex.example.org" })).toString("base64url");
  provider.states.set("codex-access", { fiveHour: 0.2, sevenDay: 0.4, balance: "7.50" });
  await mkdir(join(home, ".codex"), { recursive: true });
  await writeFile(
    join(home, ".codex", "auth.json"),
    JSON.stringify({
      OPENAI_API_KEY: null,
      tokens: { id_token: `e30.${claims}.x`, access_token: "codex-access", refresh_token: "codex-refresh" },
    }),
  );
  await refreshAll("codex");
  await expect.poll(async () => (await accounts("codex"))[0]?.quota).toBeTruthy();
  expect((await accounts("codex"))[0]).toMatchObject({
    email: "ada@codex.example.org",
    credential_place: "machine",
    quota: {
      subscription_type: "plus",
      five_hour: { utilization: 0.2 },
      seven_day: { utilization: 0.4 },
      credits: { used: null, limit: null, balance: 7.5, unlimited: false },
    },
  });
});
