import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type AccountProvider,
  clearAccounts,
  providerEnvironment,
  startAccountProvider,
} from "../support/account-provider.ts";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase, type ServiceDatabase } from "../support/database-dump.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { useShow } from "./open-page.ts";

/** @module-tag real-cli */

const hour = 3_600_000;
/** Several pages, each in two looks. */
const patient = { timeout: 180_000 };

describe("the inference page", () => {
  let provider: AccountProvider;
  let service: TestService;
  let data: ServiceDatabase;
  const show = useShow(() => service);
  const inSeconds = (ms: number): number => Math.floor((Date.now() + ms) / 1000);

  beforeAll(async () => {
    provider = await startAccountProvider();
    service = await startServiceWithBoard({
      environment: providerEnvironment(provider),
    });
    data = openServiceDatabase(service);
  });
  beforeEach(() => {
    clearAccounts(data.sql);
    provider.states.clear();
  });
  afterAll(async () => {
    data[Symbol.dispose]();
    await service[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /** Accounts as a board has them after some weeks. */
  function putAccounts(count: number, more: Record<string, unknown> = {}): void {
    const names = ["ada@example.org", "grace@example.org", "team-key"];
    const insert = data.sql.prepare(
      `INSERT INTO inference_accounts (runtime, email, email_key, priority, is_current, kind, place, status, quota_hit_count,
         quota_spent_at, quota_reset_at, verified_at, rejected_at, rejection_reason, probed_at, created_at, updated_at)
       VALUES ('claude_code', @email, @email, @at, @current, 'api_key', 'stored', @status, @hits,
         @spentAt, @resetAt, 1, @rejectedAt, @reason, @now, 1, 1)`,
    );
    const now = Date.now();
    for (const [at, email] of names.slice(0, count).entries())
      insert.run({
        email,
        at,
        current: at === 0 ? 1 : 0,
        status: "active",
        hits: at === 1 ? 3 : 0,
        spentAt: null,
        resetAt: null,
        rejectedAt: null,
        reason: null,
        now,
        ...more,
      });
  }

  /** Readings of two weeks, with a wave in them. */
  function putReadings(email: string, days: number, offset: number): void {
    const { id } = data.sql.prepare("SELECT id FROM inference_accounts WHERE email = ?").get(email) as {
      id: number;
    };
    const insert = data.sql.prepare(
      `INSERT INTO account_readings (account_id, email, runtime, taken_at, trigger, plan, five_hour, seven_day, other_windows)
       VALUES (?, ?, 'claude_code', ?, 'sample', 'max', ?, ?, ?)`,
    );
    const now = Date.now();
    const others = {
      seven_day_opus: { utilization: 0.85, resetAt: now + 60 * hour, status: null },
      credits: { used: 12.34, limit: 100, balance: null, unlimited: false },
    };
    const window = (utilization: number, resetAt: number) =>
      JSON.stringify({ utilization, resetAt, status: "allowed" });
    data.sql.transaction(() => {
      for (let at = days * 24; at >= 0; at--) {
        const fiveHour = ((days * 24 - at + offset) % 5) / 6;
        const sevenDay = ((days * 24 - at + offset * 9) % 168) / 200;
        insert.run(
          id,
          email,
          now - at * hour - 60_000,
          window(fiveHour, now + (at === 0 ? 2.2 * hour : 0)),
          window(sevenDay, now + (at === 0 ? 60 * hour : 0)),
          JSON.stringify(others),
        );
      }
    })();
  }

  it("adds a first account, and says what its provider answers", async () => {
    provider.states.set("*", { fiveHour: 0.42, sevenDay: 0.13, resetsAt: inSeconds(2 * hour) });
    await using board = await show("/");
    const { page } = board;
    await page.getByRole("link", { name: "Inference" }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.getByRole("heading", { name: "No accounts yet" }).waitFor();
    await page.getByText("Turns run on this machine's own sign-in or key").waitFor();
    await board.picture("inference-empty");
    await page.getByRole("button", { name: "Add account" }).click();
    await page.getByLabel("Name or email").fill("ada@example.org");
    await page.getByRole("textbox", { name: "API key" }).fill("sk-ant-a");
    await board.picture("inference-add");
    await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
    await page.getByText("ada@example.org runs the next turn.").waitFor();
    await page.getByRole("meter", { name: "5 hours: 42% used" }).waitFor();
    await page.getByText("resets in 2 h").or(page.getByText("resets in 1 h 59 min")).first().waitFor();
    await board.picture("inference-one");
    expect(await graveViolations(board)).toEqual([]);
    expect(await page.content()).not.toContain("sk-ant-a");
  });

  it("refreshes an account, lets another serve first, and removes one", async () => {
    putAccounts(3);
    putReadings("ada@example.org", 14, 0);
    putReadings("grace@example.org", 14, 3);
    await using board = await show("/inference");
    const { page } = board;
    const grace = page.getByRole("listitem").filter({ hasText: "ran out 3 times" });
    await grace.getByText("grace@example.org").first().waitFor();
    await page.getByText("3 accounts, all available").waitFor();
    await page.getByRole("meter", { name: "7 days of Opus: 85% used" }).first().waitFor();
    await page.getByText("$12.34 of $100.00").first().waitFor();
    await board.picture("inference-three");
    await page.getByRole("button", { name: "More for ada@example.org" }).click();
    await page.getByRole("menuitem", { name: "History" }).click();
    await page.getByText(/^168 readings\. Highest use: 67% of 5 hours/).waitFor();
    await page.locator(".uplot canvas").waitFor();
    await board.picture("inference-history");
    expect(await graveViolations(board)).toEqual([]);

    data.sql.prepare("UPDATE inference_accounts SET verified_at = ?").run(Date.now());
    await page.getByRole("button", { name: "Use grace@example.org first" }).click();
    await page.getByText("grace@example.org runs the next turn.").waitFor();
    await page.getByRole("list", { name: "Account switches" }).getByText("Chosen by").waitFor();

    await page.getByRole("button", { name: "More for team-key" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("2 accounts, all available").waitFor();
  });

  it("says of a dry pool why, and when an account is back", async () => {
    const now = Date.now();
    putAccounts(2, { status: "quota_exceeded", spentAt: now, resetAt: now + 1.5 * hour });
    data.sql
      .prepare(
        "UPDATE inference_accounts SET status = 'needs_reauth', rejected_at = 1, rejection_reason = 'API key revoked' WHERE email = 'grace@example.org'",
      )
      .run();
    await using board = await show("/inference", { look: "dark" });
    const { page } = board;
    await page.getByText(/Out of quota\. The next one is back at/).waitFor();
    await page.getByText("The provider refused its credential: API key revoked.").first().waitFor();
    await board.picture("inference-dry");
    expect(await graveViolations(board)).toEqual([]);
  });

  it("shows what the key of the runtime without accounts has left", async () => {
    await using board = await show("/inference?runtime=pi");
    const { page } = board;
    await page.getByText("The key is set.").waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByText("$12.50 of $50.00 left, resets each month").waitFor();
    await page.getByText("The key was read").waitFor();
    await board.picture("inference-key");
  });

  it("signs in through the CLI's own command, in place", async () => {
    await using board = await show("/inference");
    const { page } = board;
    await page.getByRole("button", { name: "Add account" }).click();
    await page.getByRole("dialog").getByText("Sign-in", { exact: true }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
    await page.getByRole("button", { name: "Sign in to ada@example.org" }).click();
    const panel = page.getByRole("region", { name: "Sign-in to ada@example.org" });
    await panel.getByRole("link", { name: "Open the sign-in page" }).waitFor();
    await panel.getByLabel("Code from the page").waitFor();
    await board.picture("inference-signing-in");
    expect(await graveViolations(board)).toEqual([]);
    await panel.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Sign in to ada@example.org" }).waitFor();
  });

  it("moves sessions of an origin to the other class", async () => {
    await using board = await show("/inference");
    const { page } = board;
    const api = page.getByRole("radiogroup", { name: "Default priority of sessions from: API and tools" });
    await api.getByText("Priority").click();
    await page.getByText(/Sessions of api are now priority\./).waitFor();
    await page.getByRole("button", { name: "Use the defaults" }).click();
    await expect.poll(() => api.getByRole("radio", { name: "Spot" }).isChecked(), soon).toBe(true);
  });

  const states: readonly [state: string, put: () => void, shows: string | RegExp][] = [
    ["empty", () => {}, "No accounts yet"],
    ["one", () => putAccounts(1), "1 account, all available"],
    [
      "three",
      () => {
        putAccounts(3);
        putReadings("ada@example.org", 14, 0);
        putReadings("grace@example.org", 14, 3);
      },
      "3 accounts, all available",
    ],
    [
      "dry",
      () =>
        putAccounts(2, { status: "quota_exceeded", spentAt: Date.now(), resetAt: Date.now() + 1.5 * hour }),
      /Out of quota\. The next one is back at/,
    ],
    [
      "refused",
      () => putAccounts(1, { status: "needs_reauth", rejectedAt: 1, reason: "API key revoked" }),
      "The provider refused its credential: API key revoked.",
    ],
  ];
  /** Pictures of a state in every look, on which nothing is cut off. */
  async function picturesOf(state: string, shows: string | RegExp): Promise<void> {
    for (const size of ["desk", "phone"] as const) {
      await using board = await show("/inference", size === "phone" ? { size } : {});
      for (const look of ["light", "dark"] as const) {
        await board.page.emulateMedia({ colorScheme: look });
        await board.page.getByText(shows).first().waitFor();
        await board.picture(`inference-${state}-${size}-${look}`);
        expect(await graveViolations(board), `${state} ${size} ${look}`).toEqual([]);
      }
      expect(await isWiderThanScreen(board), `${state} ${size}`).toBe(false);
    }
  }

  it.each(states)("fits a screen and a phone, light and dark: %s", patient, async (state, put, shows) => {
    put();
    await picturesOf(state, shows);
  });

  it("fits them while somebody signs in", patient, async () => {
    await using board = await show("/inference");
    const { page } = board;
    await page.getByRole("button", { name: "Add account" }).click();
    await page.getByRole("dialog").getByText("Sign-in", { exact: true }).click();
    await page.getByLabel("Email").fill("ada@example.org");
    await page.getByRole("dialog").getByRole("button", { name: "Add account" }).click();
    await page.getByRole("button", { name: "Sign in to ada@example.org" }).click();
    await page.getByLabel("Code from the page").waitFor();
    await picturesOf("signing-in", "Open the sign-in page");
    await page.getByRole("button", { name: "Cancel" }).click();
  });
});
