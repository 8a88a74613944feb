import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type {
  AccountReading,
  InferenceAccount,
  InferencePool,
} from "../../server/domains/agents/accounts/model.ts";
import type { Inference } from "../../server/domains/scheduling/inference/model.ts";
import { instant } from "../../server/lib/instant.ts";
import {
  type AccountProvider,
  clearAccounts,
  providerEnvironment,
  startAccountProvider,
} from "../support/account-provider.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { openMcpClient } from "../support/mcp-client.ts";
import { putConnection } from "./credentials.ts";
import { proves } from "./proves.ts";

let provider: AccountProvider;
let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  provider = await startAccountProvider();
  service = await startBoardService({
    environment: providerEnvironment(provider),
  });
  data = openServiceDatabase(service);
});
beforeEach(() => {
  clearAccounts(data.sql);
  provider.states.clear();
  provider.asked.length = 0;
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const addKey = async (key: string, more: Record<string, unknown> = {}): Promise<InferenceAccount> => {
  const body = { email: `${key}@example.org`, api_key: key, ...more };
  return (await service.board.call<{ account: InferenceAccount }>("POST", "/inference/accounts", body)).body
    .account;
};
const inference = async (runtime = "claude_code"): Promise<Inference> =>
  (await service.call<Inference>("GET", `/inference?runtime=${runtime}`)).body;
const refresh = async (id: number) =>
  (
    await service.board.call<{ account: InferenceAccount; pool: InferencePool }>(
      "POST",
      `/inference/accounts/${id}/refresh`,
    )
  ).body;
const accountOf = async (id: number, runtime?: string) =>
  (await inference(runtime)).accounts.find((account) => account.id === id);
const inAnHour = () => Math.floor(Date.now() / 1000) + 3_600;

proves("E106", "E107")(
  "a new key is asked about once, at the address of the service's own environment",
  async () => {
    provider.states.set("*", { fiveHour: 0.25, sevenDay: 0.5, resetsAt: inAnHour() });
    const { id, runtime } = await addKey("sk-new");
    expect(runtime).toBe("claude_code");
    await expect.poll(async () => (await accountOf(id))?.credentials.state).toBe("verified");
    expect(provider.asked).toEqual(["POST /v1/messages sk-new"]);
    expect(await accountOf(id)).toMatchObject({
      probe_error: null,
      quota: {
        trigger: "added",
        five_hour: { utilization: 0.25, effective_utilization: 0.25, status: "allowed", reset_passed: false },
        seven_day: { utilization: 0.5 },
      },
    });
    const codex = await addKey("sk-codex", { runtime: "codex" });
    await expect.poll(async () => (await accountOf(codex.id, "codex"))?.credentials.state).toBe("verified");
    expect(provider.asked.at(-1)).toBe("GET /v1/models sk-codex");
    expect((await accountOf(codex.id, "codex"))?.quota).toBeNull();
  },
);

proves("E107")(
  "a refresh reads again; a failure is told in the account and its last reading stays",
  async () => {
    provider.states.set("*", { fiveHour: 0.25, sevenDay: 0.5 });
    const { id } = await addKey("sk-a");
    await expect.poll(async () => (await accountOf(id))?.quota).not.toBeNull();
    provider.states.set("*", { fiveHour: 0.75, sevenDay: 0.5 });
    expect((await refresh(id)).account.quota).toMatchObject({
      trigger: "refresh",
      five_hour: { utilization: 0.75, reset_at: null },
    });
    provider.states.set("*", { status: 503, message: "Down for a moment" });
    const { account, pool } = await refresh(id);
    expect(account).toMatchObject({
      status: "active",
      probe_error: expect.stringContaining("Down for a moment"),
      quota: { five_hour: { utilization: 0.75 } },
      credentials: { state: "verified" },
    });
    expect(pool).toMatchObject({ servable_count: 1, five_hour_utilization: 0.75, read_count: 1 });
    expect((await service.board.call("POST", "/inference/accounts/999999/refresh")).status).toBe(404);
  },
);

proves("E107")("a refresh of an account with nothing to ask with says so", async () => {
  const email = "nobody@example.org";
  await service.board.call("POST", "/inference/accounts", { email });
  const added = (await inference()).accounts.find((account) => account.email === email);
  const { account } = await refresh(added?.id ?? 0);
  expect(account).toMatchObject({
    probed_at: null,
    probe_error: "Not signed in, so the provider was not asked",
  });
  expect(provider.asked).toEqual([]);
});

proves("R168", "E107")("a reset that moved is taken over from an account that does not serve", async () => {
  const [first, later] = [inAnHour(), inAnHour() + 600];
  provider.states.set("sk-a", { fiveHour: 1, sevenDay: 0.5, resetsAt: first });
  const { id } = await addKey("sk-a");
  await expect.poll(async () => (await accountOf(id))?.status).toBe("quota_exceeded");
  provider.states.set("sk-a", { fiveHour: 1, sevenDay: 0.5, resetsAt: later });
  const { account, pool } = await refresh(id);
  const at = instant(later * 1000);
  expect([account.quota_reset_at, pool.next_capacity_at]).toEqual([at, at]);
});

proves("R168")("a reading with a spent week takes the account out of service until its reset", async () => {
  const resetsAt = inAnHour();
  provider.states.set("sk-a", { fiveHour: 0.25, sevenDay: 1, resetsAt });
  const { id } = await addKey("sk-a");
  await expect.poll(async () => (await accountOf(id))?.status).toBe("quota_exceeded");
  const { accounts, pool, spot_policy } = await inference();
  const at = instant(resetsAt * 1000);
  expect(accounts[0]).toMatchObject({
    quota_hit_count: 0,
    quota_reset_at: at,
    quota: { five_hour: { effective_utilization: 1 }, five_hour_headroom_unusable: true },
  });
  expect(pool).toMatchObject({
    weekly_spent_count: 1,
    capacity_now: false,
    next_capacity_at: at,
    next_weekly_reset: at,
  });
  // Where nothing serves, nothing is shared out.
  expect(spot_policy.decision).toMatchObject({ allowed: true, reason: "no_snapshot" });
  provider.states.set("sk-a", { fiveHour: 0.1, sevenDay: 0.1, resetsAt });
  expect((await refresh(id)).account).toMatchObject({ status: "active", serves: true });
});

proves("R168", "X29")("the spot policy counts the average of all accounts that were read", async () => {
  provider.states.set("sk-a", { fiveHour: 0.2, sevenDay: 0.9, resetsAt: inAnHour() });
  provider.states.set("sk-b", { fiveHour: 0.4, sevenDay: 0.1, resetsAt: inAnHour() });
  await addKey("sk-a");
  await addKey("sk-b");
  await expect.poll(async () => (await inference()).pool.read_count).toBe(2);
  const { spot_policy, pool } = await inference();
  expect(pool.worst_weekly).toEqual({ email: "sk-a@example.org", utilization: 0.9 });
  const uses = spot_policy.decision.windows.map(({ name, utilization }) => [name, utilization]);
  expect(uses).toEqual([
    ["five_hour", expect.closeTo(0.3)],
    ["weekly", expect.closeTo(0.5)],
  ]);
  provider.states.set("sk-a", { fiveHour: 0.9, sevenDay: 0.9, resetsAt: inAnHour() });
  provider.states.set("sk-b", { fiveHour: 0.9, sevenDay: 0.9, resetsAt: inAnHour() });
  await service.board.call("POST", "/inference/refresh", { runtime: "claude_code" });
  expect((await inference()).spot_policy.decision).toMatchObject({ allowed: false, ceiling: "spot_budget" });

  await addKey("sk-new");
  await expect.poll(() => provider.asked.at(-1)).toContain("sk-new");
  // There may be room on what reports nothing.
  expect((await inference()).spot_policy.decision).toMatchObject({ allowed: true, reason: "no_snapshot" });
});

test("a key that the provider refuses serves no more, and serves again once it is accepted", async () => {
  provider.states.set("sk-a", { status: 401, message: "That key was revoked" });
  const { id } = await addKey("sk-a");
  await expect.poll(async () => (await accountOf(id))?.credentials.state).toBe("rejected");
  expect(await accountOf(id)).toMatchObject({
    status: "needs_reauth",
    serves: false,
    credentials: { rejection_reason: "That key was revoked" },
    probe_error: "That key was revoked",
  });
  const refused = await service.board.call("POST", `/inference/accounts/${id}/activate`);
  expect(refused).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("That key was revoked") },
  });
  provider.states.delete("sk-a");
  expect((await refresh(id)).account).toMatchObject({
    status: "active",
    credentials: { state: "verified", rejected_at: null },
  });
});

proves("E108")("activating asks the provider once, and refuses what it refuses", async () => {
  await addKey("sk-a");
  const { id } = await addKey("sk-b");
  await expect.poll(async () => (await accountOf(id))?.credentials.state).toBe("verified");
  data.sql.prepare("UPDATE inference_accounts SET verified_at = 1").run();
  provider.asked.length = 0;
  provider.states.set("sk-b", { status: 401, message: "Revoked" });
  expect((await service.board.call("POST", `/inference/accounts/${id}/activate`)).status).toBe(422);
  expect(provider.asked).toEqual(["POST /v1/messages sk-b"]);
  expect((await accountOf(id))?.is_current).toBe(false);
});

test("a window past its reset counts as unused", async () => {
  provider.states.set("*", { fiveHour: 0.9, sevenDay: 0.5, resetsAt: Math.floor(Date.now() / 1000) + 1 });
  const { id } = await addKey("sk-a");
  await expect.poll(async () => (await accountOf(id))?.quota?.five_hour?.reset_passed).toBe(true);
  expect((await accountOf(id))?.quota?.five_hour).toMatchObject({
    utilization: 0,
    effective_utilization: 0,
    status: null,
  });
});

test("the readings of an account can be followed over time", async () => {
  provider.states.set("*", { fiveHour: 0.1, sevenDay: 0.2 });
  const { id } = await addKey("sk-a");
  await expect.poll(async () => (await accountOf(id))?.quota).not.toBeNull();
  provider.states.set("*", { fiveHour: 0.3, sevenDay: 0.2 });
  await refresh(id);
  const { body } = await service.board.call<{ readings: AccountReading[] }>(
    "GET",
    `/inference/accounts/${id}/readings?days=1`,
  );
  expect(body.readings.map(({ five_hour, trigger }) => [five_hour, trigger])).toEqual([
    [0.1, "added"],
    [0.3, "refresh"],
  ]);
  expect((await service.board.call("GET", "/inference/accounts/999999/readings")).status).toBe(404);
});

proves("E105")("the provider of the runtime without accounts says what its key has left", async () => {
  const { status, body } = await service.board.call("POST", "/inference/refresh", { runtime: "pi" });
  expect([status, body]).toEqual([200, { failed: 0, message: "The key was read" }]);
  expect((await inference("pi")).openrouter_key).toMatchObject({
    present: true,
    refused: false,
    probe_error: null,
    usage: { trigger: "refresh", limit: 50, remaining: 12.5, resets: "monthly", used_today: 1.25 },
  });
  provider.states.set("*", { status: 401, message: "User not found" });
  const failed = await service.board.call("POST", "/inference/refresh", { runtime: "pi" });
  expect(failed.body).toMatchObject({ failed: 1 });
  expect((await inference("pi")).openrouter_key).toMatchObject({
    refused: true,
    probe_error: "User not found",
    usage: { remaining: 12.5 },
  });
});

proves("E107", "E108")(
  "a person refreshes and activates accounts with a tool, which no key may",
  async () => {
    putConnection(data.sql, { token: "phone-of-ada", firstParty: true, privilege: "act_as_human" });
    provider.states.set("*", { fiveHour: 0.5, sevenDay: 0.25 });
    await addKey("sk-a");
    const { id } = await addKey("sk-b");
    await using mcp = await openMcpClient({ url: service.url, key: "phone-of-ada" });
    const read = await mcp.says("action_account", { action: "refresh", account_id: id });
    expect(read.text).toMatch(/^## Account Refreshed/);
    expect(read.text).toContain("50%");
    expect(read.facts).toMatchObject({ account: { id, quota: { trigger: "refresh" } }, pool: { total: 2 } });
    const activated = await mcp.says("action_account", { action: "activate", account_id: id });
    expect(activated.facts).toMatchObject({ account: { id, is_current: true } });
    expect((await inference()).rotation_log[0]).toMatchObject({ source: "manual" });
    expect(await mcp.refuses("action_account", { action: "activate", account_id: 999_999 })).toContain(
      "not found",
    );
    await using program = await openMcpClient(service);
    expect(await program.refuses("action_account", { action: "activate", account_id: id })).toMatch(
      /person/i,
    );
  },
);

proves("R220")("all accounts of a runtime are read at once, on the board alone", async () => {
  await addKey("sk-a");
  await addKey("sk-b");
  await expect.poll(() => provider.asked.length).toBe(2);
  provider.states.set("sk-b", { status: 500, message: "Broken" });
  const { body } = await service.board.call("POST", "/inference/refresh", { runtime: "claude_code" });
  expect(body).toEqual({ failed: 1, message: "1 of 2 could not be read" });
  expect((await service.call("POST", "/inference/refresh", { runtime: "claude_code" })).status).toBe(404);
});
