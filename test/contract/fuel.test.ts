import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Fuel } from "../../server/domains/scheduling/fuel/model.ts";
import { type BoardService, startBoardService } from "../support/board.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import { createSession } from "../support/sessions.ts";

const hour = 3_600_000;
let service: BoardService;
let data: ServiceDatabase;

beforeAll(async () => {
  service = await startBoardService();
  data = openServiceDatabase(service);
});
afterAll(async () => {
  data[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const read = async (): Promise<Fuel> => (await service.board.call<Fuel>("GET", "/fuel")).body;

/** An account of Codex whose quota is spent until then. */
const putSpent = (email: string, resetAt: number | null): unknown =>
  data.sql
    .prepare(
      `INSERT INTO inference_accounts (runtime, email, email_key, priority, kind, place, status, quota_spent_at,
         quota_reset_at, verified_at, created_at, updated_at)
       VALUES ('codex', @email, @email, 1, 'sign_in', 'stored', 'quota_exceeded', @now, @resetAt, 1, 1, 1)`,
    )
    .run({ email, resetAt, now: Date.now() });

describe("GET /fuel", () => {
  it("has nothing that is not there", async () => {
    const fuel = await read();
    expect(fuel).toMatchObject({ runtimes: [], today: null, budget: null, agents: { working: 0 } });
    expect(fuel.agents.limit).toBeGreaterThan(0);
    const midnight = new Date();
    midnight.setHours(24, 0, 0, 0);
    expect(Date.parse(fuel.changes_at)).toBe(midnight.getTime());
  });

  it("says which runtime is out of quota, until when, and how many sessions resume then", async () => {
    const back = Math.floor((Date.now() + hour) / 1_000) * 1_000;
    putSpent("ada@example.org", back + hour);
    putSpent("grace@example.org", back);
    for (const retryAt of [back, back, null]) {
      const { id } = await createSession(service, { agent_runtime: "codex" });
      data.sql
        .prepare(
          `UPDATE sessions SET status = 'waiting', waiting_kind = 'parked', failure_reason = ?, retry_at = ?
           WHERE id = ?`,
        )
        .run(retryAt === null ? "oauth_required" : null, retryAt, id);
    }
    const { runtimes } = await read();
    const [codex] = runtimes;
    expect(runtimes).toHaveLength(1);
    expect(codex).toEqual({
      runtime: "codex",
      label: "Codex",
      window: null,
      lacks: "quota",
      back_at: expect.any(String),
      waiting_sessions: 2,
    });
    expect(Date.parse(codex?.back_at ?? "")).toBe(back);
  });

  it("has what was spent today, by the service too, and of the tightest budget", async () => {
    data.sql
      .prepare(
        `INSERT INTO ad_hoc_usage (source, agent_runtime, model, called_at, input_tokens, output_tokens,
           cache_read_tokens, cache_creation_tokens) VALUES ('session_title', 'pi', 'claude-opus-5', ?, 1000000, 0, 0, 0)`,
      )
      .run(Date.now());
    expect((await read()).today).toEqual({ usd: 5, tokens: 1_000_000, unpriced_models: [] });
    await service.board.call("POST", "/costs/budgets", { period: "month", limit_usd: 100 });
    await service.board.call("POST", "/costs/budgets", { period: "day", limit_usd: 6 });
    await expect
      .poll(async () => (await read()).budget, { timeout: 20_000 })
      .toEqual({
        scope: "all",
        label: "Everything",
        period: "day",
        limit_usd: 6,
        warn_share: 0.8,
        spent_usd: 5,
      });
  });

  it("is the board's alone", async () => {
    expect((await service.call("GET", "/fuel")).status).toBe(404);
    expect((await service.call("POST", "/fuel")).status).toBe(404);
  });
});
