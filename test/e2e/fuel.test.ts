import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen, requestFromPage } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession } from "../support/sessions.ts";
import { type Shown, useShow } from "./open-page.ts";

const minute = 60_000;
const hour = 60 * minute;
/** Several pages, each in two looks. */
const patient = { timeout: 180_000 };

describe("what is left to work with", () => {
  let service: TestService;
  let data: ServiceDatabase;
  const show = useShow(() => service);

  beforeAll(async () => {
    service = await startServiceWithBoard();
    data = openServiceDatabase(service);
  }, 60_000);
  afterAll(async () => {
    data[Symbol.dispose]();
    await service[Symbol.asyncDispose]();
  });

  function putAccount(
    runtime: string,
    email: string,
    of: { status?: string; backIn?: number; fiveHour?: number } = {},
  ): void {
    const { status = "active", backIn = null, fiveHour } = of;
    const now = Date.now();
    const { lastInsertRowid: id } = data.sql
      .prepare(
        `INSERT INTO inference_accounts (runtime, email, email_key, priority, is_current, kind, place, status,
         quota_spent_at, quota_reset_at, verified_at, probed_at, created_at, updated_at)
       VALUES (@runtime, @email, @email, 1, 0, 'api_key', 'stored', @status, @spentAt, @resetAt, 1, @now, 1, 1)`,
      )
      .run({
        runtime,
        email,
        status,
        now,
        spentAt: backIn === null ? null : now,
        resetAt: backIn === null ? null : now + backIn,
      });
    if (fiveHour === undefined) return;
    const window = JSON.stringify({ utilization: fiveHour, resetAt: now + 2 * hour, status: "allowed" });
    data.sql
      .prepare(
        `INSERT INTO account_readings (account_id, email, runtime, taken_at, trigger, five_hour)
         VALUES (?, ?, ?, ?, 'sample', ?)`,
      )
      .run(id, email, runtime, now, window);
  }

  /** As a turn leaves it that found no account with quota. */
  async function parkSession(title: string, agent_runtime: string): Promise<void> {
    const { id } = await createSession(service, { title, agent_runtime });
    data.sql
      .prepare(
        "UPDATE sessions SET status = 'waiting', waiting_kind = 'parked', waiting_since = ?, retry_at = ? WHERE id = ?",
      )
      .run(Date.now(), Date.now() + hour, id);
  }

  /** By the service itself, at five dollars per million tokens. */
  const spend = (dollars: number): unknown =>
    data.sql
      .prepare(
        `INSERT INTO ad_hoc_usage (source, agent_runtime, model, called_at, input_tokens, output_tokens,
         cache_read_tokens, cache_creation_tokens)
       VALUES ('session_title', 'claude_code', 'claude-opus-5', ?, ?, 0, 0, 0)`,
      )
      .run(Date.now(), dollars * 200_000);

  const meters = ({ page }: Shown) => page.getByRole("region", { name: "Quota and costs" });

  it("draws only what is known", async () => {
    await using board = await show("/settings");
    const fuel = meters(board);
    await fuel.getByRole("link", { name: /^Agents at work 0 of \d+$/ }).waitFor();
    expect(await fuel.getByRole("link").count()).toBe(1);
    expect(await fuel.getByRole("meter").count()).toBe(0);
    await board.picture("fuel-nothing");
  });

  it(
    "says on every page which runtime is out of quota, until when, and what resumes then",
    patient,
    async () => {
      putAccount("claude_code", "ada@example.org", { fiveHour: 0.85 });
      putAccount("codex", "ada@example.org", { status: "quota_exceeded", backIn: 1.2 * hour });
      putAccount("codex", "grace@example.org", { status: "quota_exceeded", backIn: 3 * hour });
      await parkSession("Sort the pears", "codex");
      await parkSession("Count the plums", "codex");
      spend(12.5);

      await using board = await show("/");
      const { page } = board;
      const fuel = meters(board);
      await fuel.getByText(/^Back .+, in 1 h 1[12] min$/).waitFor();
      await fuel.getByText("2 sessions resume then").waitFor();
      await fuel.getByRole("meter", { name: "Quota of Claude Code" }).waitFor();
      expect(
        await fuel.getByRole("meter", { name: "Quota of Claude Code" }).getAttribute("aria-valuenow"),
      ).toBe("85");
      await fuel.getByRole("link", { name: "Spent today $12.50" }).waitFor();
      await fuel.getByRole("link", { name: "Codex Out of quota" }).focus();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/inference?runtime=codex");
      await fuel.getByText("Out of quota", { exact: true }).waitFor();

      const budget = { period: "week", limit_usd: 15 };
      expect(await requestFromPage(board, { method: "POST", path: "/costs/budgets", body: budget })).toBe(
        201,
      );
      await fuel.getByRole("link", { name: "This week $12.50 of $15.00" }).waitFor({ timeout: 60_000 });
      await board.picture("fuel-inference");
      await fuel.getByRole("link", { name: "This week $12.50 of $15.00" }).click();
      await page.waitForURL("**/costs");
    },
  );

  it("counts the last minutes by seconds", async () => {
    data.sql
      .prepare("UPDATE inference_accounts SET quota_reset_at = ? WHERE runtime = 'codex'")
      .run(Date.now() + 5 * minute);
    await using board = await show("/costs");
    const left = meters(board).getByText(/^Back .+, in 4 min \d+ s$/);
    await left.waitFor();
    const first = await left.textContent();
    await expect.poll(() => left.textContent(), soon).not.toBe(first);
  });

  it("fits a screen and a phone, light and dark", patient, async () => {
    data.sql
      .prepare("UPDATE inference_accounts SET quota_reset_at = ? WHERE runtime = 'codex'")
      .run(Date.now() + 1.2 * hour);
    for (const [name, path, options] of [
      ["desk", "/costs", {}],
      ["phone", "/more", { size: "phone" }],
    ] as const) {
      await using board = await show(path, options);
      if (name === "desk") await board.page.setViewportSize({ width: 1440, height: 900 });
      for (const look of ["light", "dark"] as const) {
        await board.page.emulateMedia({ colorScheme: look });
        await meters(board).getByText("Out of quota").waitFor();
        await board.picture(`fuel-${name}-${look}`);
        expect(await graveViolations(board), `${name} ${look}`).toEqual([]);
      }
      expect(await isWiderThanScreen(board), name).toBe(false);
    }
    await using phone = await show("/", { size: "phone" });
    await phone.page.getByRole("link", { name: "something has run out or needs access, More" }).waitFor();
    await phone.picture("fuel-phone-tabs");
  });
});
