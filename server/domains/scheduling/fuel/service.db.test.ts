import { expect, it } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { accountReadings, inferenceAccounts } from "../../../compose/schema.ts";
import type { KeyReading } from "../../../runtimes/provider-key.ts";
import { accountService } from "../../agents/accounts/index.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { budgetHolds, budgetService } from "../../usage/budgets/index.ts";
import { newBudget } from "../../usage/budgets/model.ts";
import { fuelService } from "./service.ts";

const hour = 3_600_000;
const at = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");

type Account = Partial<typeof inferenceAccounts.$inferInsert> & { fiveHour?: number; sevenDay?: number };

/** Accounts, the key of pi and budgets on a real database; what waits and what was spent is the test's. */
function openBed(of: { key?: KeyReading } = {}) {
  const opened = openTestDatabase();
  const { database, clock } = opened;
  const bed = { waiting: 2, usd: 0 };
  const accounts = accountService({
    database,
    clock,
    log: silentLog,
    secrets: { read: () => null, write: () => undefined, remove: () => undefined },
    environment: of.key === undefined ? {} : { OPENROUTER_API_KEY: "sk-or" },
    runtimes: [
      { id: "claude_code", label: "Claude Code", hasAccounts: true },
      { id: "codex", label: "Codex", hasAccounts: true },
      {
        id: "pi",
        label: "pi",
        hasAccounts: false,
        ...(of.key && {
          providerKey: {
            provider: "OpenRouter",
            variable: "OPENROUTER_API_KEY",
            read: async () => of.key as KeyReading,
          },
        }),
      },
    ] as unknown as Parameters<typeof accountService>[0]["runtimes"],
    settings: appSettingService(opened),
    capacity: () => null,
    redact: (text) => text,
  });
  const budgets = budgetService({
    database,
    clock,
    jobs: { add: () => 1, runNow: () => true },
    priceUsd: () => 0,
    holds: budgetHolds(opened),
    spent: async () => ({ usd: bed.usd, topSessionId: null }),
    checkSession: () => undefined,
    notify: () => undefined,
    onAddedUp: () => undefined,
    onChanged: () => undefined,
  });
  const fuel = fuelService({
    clock,
    accounts,
    turns: { waitingForAccount: () => bed.waiting },
    costs: { total: async () => ({ usd: bed.usd, tokens: 1, unpriced_models: [] }) },
    budgets,
    admission: { slots: () => ({ working: 3, limit: 8 }) },
  });

  function add(runtime: string, { fiveHour, sevenDay, ...row }: Account = {}): void {
    const now = clock.at;
    const email = row.email ?? "ada@example.org";
    const values = {
      runtime,
      email,
      emailKey: email,
      priority: 1,
      kind: "sign_in",
      place: "stored",
      status: "active",
      createdAt: now,
      updatedAt: now,
      ...row,
    } as const;
    const { id } = database.db.insert(inferenceAccounts).values(values).returning().get();
    if (fiveHour === undefined && sevenDay === undefined) return;
    const window = (utilization: number | undefined, resetAt: number) =>
      utilization === undefined ? null : { utilization, resetAt, status: null };
    database.db
      .insert(accountReadings)
      .values({
        accountId: id,
        email,
        runtime,
        takenAt: now,
        trigger: "sample",
        fiveHour: window(fiveHour, now + hour),
        sevenDay: window(sevenDay, now + 48 * hour),
      })
      .run();
  }
  return Object.assign(bed, { ...opened, accounts, budgets, fuel, add });
}

it("names no runtime of which nothing is known", async () => {
  using bed = openBed();
  bed.add("claude_code", { place: "none" });
  bed.add("codex", { kind: "api_key" });
  const { runtimes, budget, agents, today } = await bed.fuel.current();
  expect([runtimes, budget]).toEqual([[], null]);
  expect(agents).toEqual({ working: 3, limit: 8 });
  expect(today).toMatchObject({ usd: 0 });
});

it("has of each runtime the fullest window, and when some of it changes by itself", async () => {
  using bed = openBed();
  bed.add("claude_code", { fiveHour: 0.25, sevenDay: 0.75 });
  bed.add("codex", { fiveHour: 0.5, sevenDay: 0.25 });
  const { runtimes, changes_at } = await bed.fuel.current();
  const now = bed.clock.at;
  const rest = { lacks: null, back_at: null, waiting_sessions: 0 };
  expect(runtimes).toEqual([
    {
      runtime: "claude_code",
      label: "Claude Code",
      window: { name: "weekly", utilization: 0.75, resets_at: at(now + 48 * hour) },
      ...rest,
    },
    {
      runtime: "codex",
      label: "Codex",
      window: { name: "five_hour", utilization: 0.5, resets_at: at(now + hour) },
      ...rest,
    },
  ]);
  expect(changes_at).toBe(at(now + hour));
});

it("says when spent accounts are back and what waits for them, and which accounts need a sign-in", async () => {
  using bed = openBed();
  const spent = { status: "quota_exceeded", quotaSpentAt: bed.clock.at } as const;
  bed.add("codex", { ...spent, email: "ada@example.org", quotaResetAt: bed.clock.at + 2 * hour });
  bed.add("codex", { ...spent, email: "grace@example.org", quotaResetAt: bed.clock.at + hour });
  bed.add("claude_code", { status: "needs_reauth", rejectedAt: 1 });
  const { runtimes } = await bed.fuel.current();
  expect(runtimes).toMatchObject([
    { runtime: "claude_code", lacks: "credential", back_at: null, waiting_sessions: 2 },
    { runtime: "codex", lacks: "quota", back_at: at(bed.clock.at + hour), waiting_sessions: 2, window: null },
  ]);
  bed.clock.at += hour;
  bed.accounts.converge();
  expect((await bed.fuel.current()).runtimes.map(({ runtime }) => runtime)).toEqual(["claude_code"]);
});

it("has of a key with a limit how much of it is used", async () => {
  const reading = { kind: "honored", label: null, limit: 50, remaining: 12.5, resets: "monthly" } as const;
  const more = { used: null, usedToday: null, usedThisWeek: null, usedThisMonth: null, freeTier: null };
  using bed = openBed({ key: { ...reading, ...more } });
  expect((await bed.fuel.current()).runtimes).toEqual([]);
  await bed.accounts.refreshAll("pi");
  expect((await bed.fuel.current()).runtimes).toMatchObject([
    { runtime: "pi", label: "pi", window: { name: "key", utilization: 0.75, resets_at: null }, lacks: null },
  ]);
});

it("has the budget that is nearest to its limit, once it was added up", async () => {
  using bed = openBed();
  bed.usd = 8;
  bed.budgets.create(newBudget.parse({ period: "month", limit_usd: 100 }));
  bed.budgets.create(newBudget.parse({ period: "day", limit_usd: 10 }));
  expect((await bed.fuel.current()).budget).toBeNull();
  await bed.budgets.check();
  expect((await bed.fuel.current()).budget).toEqual({
    scope: "all",
    label: "Everything",
    period: "day",
    limit_usd: 10,
    warn_share: 0.8,
    spent_usd: 8,
  });
});
