import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelRate } from "../../server/domains/pricing/model-rates/model.ts";
import type { Budget } from "../../server/domains/usage/budgets/model.ts";
import type { SessionUsage } from "../../server/domains/usage/calls/model.ts";
import type { CostRecord, CostReport } from "../../server/domains/usage/costs/model.ts";
import type { BackfillRun, LedgerCoverage } from "../../server/domains/usage/ledger/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { createSession, heldSession, restedSession, transcriptOf } from "../support/sessions.ts";
import { proves } from "./proves.ts";

let service: BoardService;

beforeAll(async () => {
  service = await startBoardService();
});
afterAll(() => service[Symbol.asyncDispose]());

interface Backfill {
  queued: boolean;
  run: BackfillRun;
  ledger_coverage: LedgerCoverage;
}

/** Calls that someone made with Claude Code outside of sessions. */
async function recordCalls(
  id: string,
  calls: readonly { model: string; usage: object; timestamp?: string }[],
): Promise<void> {
  const folder = join(service.folder, "home", ".claude", "projects", "elsewhere");
  await mkdir(folder, { recursive: true });
  const lines = calls.map(({ timestamp = new Date().toISOString(), ...message }, index) =>
    JSON.stringify({
      type: "assistant",
      cwd: "/elsewhere",
      requestId: index === 0 ? id : `${id}_${index}`,
      timestamp,
      message,
    }),
  );
  await writeFile(join(folder, `${id}.jsonl`), `${lines.join("\n")}\n`);
}

const recordOutside = (id: string): Promise<void> =>
  recordCalls(id, [{ model: "claude-opus-5", usage: { input_tokens: 1_000_000, output_tokens: 1 } }]);

const backfill = () => service.call<Backfill>("POST", "/costs/backfill");

proves("E130")(
  "a pass over all files begins at once, and another request joins it or begins the next",
  async () => {
    await recordOutside("req_outside_1");
    const first = await backfill();
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ queued: true, run: { id: expect.any(Number) } });
    await expect
      .poll(async () => (await backfill()).body.ledger_coverage.covers_since, {
        timeout: 20_000,
        interval: 200,
      })
      .toMatch(/^\d{4}-/);
  },
);

/** What a call cost by what a report says of prices, in dollars. */
function chargedBy({ pricing }: CostReport, call: CostRecord): number {
  const listed = pricing.per_mtok[call.priced_as ?? ""];
  if (!listed) return 0;
  const prompt = call.input_tokens + call.cache_read_tokens + call.cache_creation_tokens;
  const { long_prompt: long, earlier = [] } = listed;
  const before = earlier.find(({ until }) => call.called_at < until);
  const rate = before ?? (long && prompt > long.above_tokens ? long : listed);
  const tokens =
    call.input_tokens * rate.input +
    call.output_tokens * rate.output +
    call.cache_read_tokens * rate.cache_read +
    call.cache_creation_5m_tokens * rate.cache_write_5m +
    call.cache_creation_1h_tokens * rate.cache_write_1h;
  return tokens / 1_000_000 + (call.web_search_requests * pricing.web_search_per_1k_requests) / 1_000;
}

proves(
  "E128",
  "E129",
  "X60",
)("the prices of a report are those that each call was charged at", async () => {
  const usage = {
    input_tokens: 1_000,
    output_tokens: 500,
    cache_read_input_tokens: 20_000,
    cache_creation_input_tokens: 3_000,
    cache_creation: { ephemeral_5m_input_tokens: 1_000, ephemeral_1h_input_tokens: 2_000 },
  };
  const long = { ...usage, cache_read_input_tokens: 400_000 };
  await recordCalls("prices", [
    { model: "claude-opus-5", usage },
    { model: "claude-opus-4-1-20250805", usage: { ...usage, cache_creation: undefined } },
    { model: "claude-fable-5-1", usage },
    { model: "anthropic/claude-opus-5.5", usage },
    { model: "claude-sonnet-5-5", usage },
    { model: "claude-sonnet-5-5", usage, timestamp: "2026-10-01T00:00:00.000Z" },
    { model: "claude-haiku-5-5", usage: long },
    { model: "claude-3-haiku", usage },
    { model: "gpt-5-4-pro", usage: long },
    { model: "nobody-knows", usage },
  ]);
  const records = async () =>
    (
      await service.call<{ records: CostRecord[] }>("GET", "/costs/records?kind=adhoc&days=365&per_page=100")
    ).body.records.filter(({ request_id: id }) => id?.startsWith("prices"));
  const counted = async (): Promise<number> => {
    // A pass that is under way may have looked for files before this one was written.
    await backfill();
    return (await records()).length;
  };
  await expect.poll(counted, { timeout: 20_000, interval: 200 }).toBe(10);
  const prices = await report("?days=365");
  const { pricing } = prices;
  for (const call of await records()) {
    expect([call.model, call.cost_usd]).toEqual([call.model, expect.closeTo(chargedBy(prices, call), 9)]);
    expect(call.priced_as === null).toBe(!call.priced);
  }
  for (const [model, rate] of Object.entries(pricing.per_mtok)) {
    const { read, write_5m, write_1h } = rate.cache_multipliers ?? pricing.cache_multipliers;
    const said = [read, write_5m, write_1h].map((times) => expect.closeTo(times * rate.input, 3));
    expect([model, rate.cache_read, rate.cache_write_5m, rate.cache_write_1h]).toEqual([model, ...said]);
  }
  expect(pricing.per_mtok["claude-fable-5-1"]?.cache_multipliers).toMatchObject({ read: 0.025 });
  expect(pricing.per_mtok["claude-opus-5"]).not.toHaveProperty("cache_multipliers");
});

const report = async (query = ""): Promise<CostReport> =>
  (await service.call<CostReport>("GET", `/costs${query}`)).body;

/** A session with one call, once it is counted. */
async function paidSession() {
  const { id } = await restedSession(service, "#script say A newt.");
  const costs = () => report(`?session_id=${id}`);
  await expect.poll(async () => (await costs()).totals.api_calls, { timeout: 20_000, interval: 100 }).toBe(1);
  return { id, costs };
}

proves("E128", "X31")(
  "a report has totals and breakdowns, its window, its scope and the prices it used",
  async () => {
    await paidSession();
    const { totals, by_day: days, by_model: models, ...rest } = await report();
    expect(totals.cost_usd).toBeGreaterThan(0);
    expect(days.reduce((sum, { cost_usd: usd }) => sum + usd, 0)).toBeCloseTo(totals.cost_usd, 9);
    expect(models.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(totals.tokens);
    expect(rest).toMatchObject({
      scope: { agent_root: null, session_id: null },
      window: { label: "7 days", clamped: false, swapped: false, bucket: "day" },
      pricing: {
        note: expect.stringContaining("not a bill"),
        as_of: expect.any(String),
        web_search_per_1k_requests: 10,
        per_mtok: {
          "claude-opus-5": {
            input: 5,
            output: 25,
            cache_read: 0.5,
            cache_write_5m: 6.25,
            cache_write_1h: 10,
          },
        },
      },
      burn_rates: expect.any(Array),
    });
  },
);

proves("R186")("what contexts consisted of adds up to what was spent, by agent root too", async () => {
  const { costs } = await paidSession();
  const { by_feature: features, by_agent_root: roots, totals } = await costs();
  expect(features.map(({ feature }) => feature)).toEqual(
    expect.arrayContaining(["prompt", "assistant_text"]),
  );
  expect(features.at(-1)).toMatchObject({ feature: "unattributed", owner: null });
  const sum = (name: "cost_usd" | "tokens"): number => features.reduce((all, row) => all + row[name], 0);
  expect(sum("tokens")).toBe(totals.tokens);
  expect(sum("cost_usd")).toBeCloseTo(totals.cost_usd, 9);
  const [root] = roots;
  expect(root?.features.reduce((all, { tokens }) => all + tokens, 0)).toBe(root?.tokens);
});

proves("R175")("days are clamped, from and to come first, and a session beats an agent root", async () => {
  const windows = await Promise.all(
    ["?days=0", "?days=9999", "?days=x", "?days=2&from=2026-01-01&to=2026-01-03"].map(report),
  );
  expect(windows.map(({ window }) => window.label)).toEqual([
    "24 hours",
    "1 year",
    "7 days",
    "2026-01-01 to 2026-01-03",
  ]);
  const both = await report("?agent_root=builder&session_id=1");
  expect(both.scope).toEqual({ agent_root: null, session_id: 1 });
  const ignored = await report("?agent_root=builder&session_id=one");
  expect(ignored.scope).toEqual({ agent_root: "builder", session_id: null });
});

proves("E129")("records are the single calls, of sessions or ad hoc", async () => {
  const { id } = await paidSession();
  const answer = await service.call<{ records: CostRecord[] }>("GET", `/costs/records?session_id=${id}`);
  expect(answer).toMatchObject({
    status: 200,
    body: { kind: "session", records: [{ session_id: id, agent_runtime: "pi", subagent: false }] },
  });
  const adHoc = await service.call("GET", "/costs/records?kind=adhoc&per_page=1");
  expect(adHoc).toMatchObject({ status: 200, body: { kind: "adhoc", pagination: { per_page: 1 } } });
});

test("the session page, the report and the single calls agree on what a session cost", async () => {
  const { id, costs } = await paidSession();
  const { totals } = await costs();
  const usage = (await service.board.call<SessionUsage>("GET", `/sessions/${id}/usage`)).body;
  const { records } = (
    await service.call<{ records: CostRecord[] }>("GET", `/costs/records?session_id=${id}`)
  ).body;
  expect(usage.cost).toMatchObject({ usd: totals.cost_usd, tokens: totals.tokens });
  expect(records.map((record) => [record.cost_usd, record.total_tokens])).toEqual([
    [totals.cost_usd, totals.tokens],
  ]);
});

test("a budget that is used up makes spot sessions wait, and raising its limit lets them go on", async () => {
  const { id: spender } = await paidSession();
  const created = await service.board.call<Budget>("POST", "/costs/budgets", {
    period: "month",
    limit_usd: 0.000_001,
    at_limit: "hold_spot",
  });
  expect(created).toMatchObject({
    status: 201,
    body: { scope: "all", label: "Everything", warn_share: 0.8 },
  });
  const { id } = created.body;
  const listed = async (): Promise<Budget | undefined> =>
    (await service.call<{ budgets: Budget[] }>("GET", "/costs/budgets")).body.budgets.at(-1);
  await expect.poll(async () => (await listed())?.state, { timeout: 20_000, interval: 100 }).toBe("reached");
  const { notifications } = (
    await service.board.call<{ notifications: { session_id: number; message: string }[] }>(
      "GET",
      "/notifications",
    )
  ).body;
  expect(notifications.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("Budget used up: Everything"),
  );
  expect(spender).toBeGreaterThan(0);

  const held = await createSession(service, { prompt: "#script say Later.", scheduling_class: "spot" });
  await service.waitFor(held.id, ({ status }) => status === "waiting");
  expect((await service.call("GET", `/sessions/${held.id}`)).body).toMatchObject({
    waiting: { reasons: [{ mechanism: "spot_hold", label: "Held: a budget is used up", current: true }] },
  });
  await restedSession(service, "#script say Now.", { scheduling_class: "priority" });
  expect((await service.waitFor(held.id, () => true)).status).toBe("waiting");

  const raised = await service.board.call<Budget>("PATCH", `/costs/budgets/${id}`, { limit_usd: 1_000 });
  expect(raised).toMatchObject({ status: 200, body: { limit_usd: 1_000, state: "within" } });
  await service.waitFor(held.id, ({ status }) => status === "needs_input");
  expect((await service.board.call("DELETE", `/costs/budgets/${id}`)).status).toBe(204);
  expect(await listed()).toBeUndefined();
});

test("a message queued behind the turn that uses a budget up waits", async () => {
  const { session, release } = await heldSession(service, { scheduling_class: "spot" });
  const { id } = session;
  const asked = { scope: "session", session_id: id, period: "day", limit_usd: 0.000_001 };
  const created = await service.board.call<Budget>("POST", "/costs/budgets", {
    ...asked,
    at_limit: "pause_sessions",
  });
  expect(created).toMatchObject({ status: 201, body: { state: "within" } });
  const queued = await service.call("POST", `/sessions/${id}/follow_up`, { prompt: "#script say Too late." });
  expect(queued.status).toBe(202);
  await release();
  await service.waitFor(id, ({ status }) => status === "waiting");
  expect((await service.call("GET", `/sessions/${id}`)).body).toMatchObject({
    waiting: { reasons: [{ mechanism: "spot_hold", label: "Held: a budget is used up", current: true }] },
  });
  expect(await transcriptOf(service, id)).not.toContain("Too late.");
  expect((await service.board.call("DELETE", `/costs/budgets/${created.body.id}`)).status).toBe(204);
  await service.waitFor(id, ({ status }) => status === "needs_input");
  expect(await transcriptOf(service, id)).toContain("Too late.");
});

test("a price of the owner's own counts at once, in every figure", async () => {
  const { id, costs } = await paidSession();
  const before = (await costs()).totals;
  const [used] = (await costs()).by_model;
  const model = encodeURIComponent(used?.model ?? "");
  const set = await service.board.call<ModelRate>("PUT", `/costs/rates?model=${model}`, {
    input: 1_000,
    output: 1_000,
    cache_read: 1_000,
    cache_write_5m: 1_000,
    cache_write_1h: 1_000,
  });
  expect(set).toMatchObject({ status: 200, body: { own: true } });
  const { totals, pricing } = await costs();
  expect(totals.tokens).toBe(before.tokens);
  expect(totals.cost_usd).toBeCloseTo(before.tokens / 1_000, 6);
  expect(pricing.per_mtok[set.body.model]?.input).toBe(1_000);
  const usage = (await service.board.call<SessionUsage>("GET", `/sessions/${id}/usage`)).body;
  expect(usage.cost?.usd).toBe(totals.cost_usd);
  expect((await service.board.call("DELETE", `/costs/rates?model=${model}`)).status).toBe(204);
  expect((await costs()).totals.cost_usd).toBe(before.cost_usd);
  expect((await service.board.call("DELETE", `/costs/rates?model=${model}`)).status).toBe(404);
});
