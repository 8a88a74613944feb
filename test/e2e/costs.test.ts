import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatDollars } from "../../renderer/features/costs/format-cost.ts";
import type { CostReport } from "../../server/domains/usage/costs/model.ts";
import { graveViolations } from "../support/axe.ts";
import { pressBoth, rowOf } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession, restedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

/** @module-tag real-cli */

let service: TestService;
const show = useShow(() => service);
const dayMs = 86_400_000;

beforeAll(async () => {
  service = await startServiceWithBoard();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const models = ["claude-opus-5", "claude-sonnet-5-5", "gpt-6-sol", "nova-1"];

/** Pairs of code * 5 + kind and tokens, as the ledger encodes them: most was in the prompt before, some is new, some is answered. */
const features = Buffer.from(
  [
    [0, 0, 8, 0],
    ...[
      [105, 60_000],
      [85, 150_000],
      [60, 70_000],
      [50, 9_000],
      [80, 4_000],
      [5, 1_500],
      [86, 9_000],
      [61, 6_000],
      [104, 3_500],
      [94, 1_200],
      [69, 600],
    ].map(([key = 0, tokens = 0]) => [key, (tokens & 127) | 128, ((tokens >> 7) & 127) | 128, tokens >> 14]),
  ].flat(),
);

/** Sessions that ran with an experimental setting from start to end, or without it. */
function tag(sessions: readonly number[]): void {
  using data = openServiceDatabase(service);
  const put =
    data.sql.prepare(`INSERT INTO session_experiments (session_id, key, value_at_start, value_at_end,
    first_observed_at) VALUES (?, 'mcp_tool_search', ?, ?, 0)`);
  sessions.forEach((id, at) => void put.run(id, at % 2, at % 2));
}

/** Calls over these days, as transcripts would have left them: more in the middle of a week. */
function spend(sessions: readonly number[], days: number): void {
  using data = openServiceDatabase(service);
  const put =
    data.sql.prepare(`INSERT INTO session_token_usages (request_id, session_id, agent_id, agent_root, agent_runtime,
    model, called_at, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens, features)
    VALUES (?, ?, ?, ?, 'claude_code', ?, ?, ?, ?, ?, ?, ?)`);
  data.sql.transaction(() => {
    for (let day = 0; day < days; day += 1)
      for (let at = 0; at < 1 + (day % 7); at += 1) {
        const session = sessions[(day + at) % sessions.length] ?? null;
        const root = at % 3 === 0 ? "builder" : "checker";
        const calledAt = Date.now() - day * dayMs - at * 600_000;
        const tokens = [20_000, 6_000, 400_000, 30_000];
        put.run(
          `seed-${days}-${day}-${at}`,
          session,
          at % 4 === 3 ? "helper" : null,
          root,
          models[at % 4],
          calledAt,
          ...tokens,
          features,
        );
      }
  })();
}

/** Calls outside of sessions: of CLIs, as their files would have left them, and of the service about a session. */
function spendOutside(session: number, count: number): void {
  using data = openServiceDatabase(service);
  const put = data.sql.prepare(`INSERT INTO session_token_usages (request_id, source, agent_runtime, model,
    called_at, input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens)
    VALUES (?, 'unknown', 'claude_code', 'claude-opus-5', ?, 9000, 700, 120000, 4000)`);
  const title =
    data.sql.prepare(`INSERT INTO ad_hoc_usage (source, subject_session_id, agent_runtime, model, called_at,
    input_tokens, output_tokens, cache_read_tokens, cache_creation_tokens)
    VALUES ('session_title', ?, 'pi', 'claude-haiku-4-5', ?, 900, 12, 0, 0)`);
  data.sql.transaction(() => {
    for (let at = 0; at < count; at += 1) put.run(`outside-${at}`, Date.now() - at * 3_600_000);
    title.run(session, Date.now() - 60_000);
  })();
}

describe("the costs page", () => {
  it("says that nothing was spent, and how to see more", async () => {
    await using board = await show("/");
    const { page } = board;
    await page
      .getByRole("heading", { name: "Board" })
      .or(page.getByRole("navigation", { name: "Main" }))
      .first()
      .waitFor();
    await pressBoth(board, "g", "c");
    await page.getByRole("heading", { name: "No calls to models" }).waitFor();
    await board.picture("costs-empty");
  });

  it("shows one day, then a year, and leads from a bar to its sessions and calls", async () => {
    const first = await createSession(service, { title: "Write the parser" });
    const second = await createSession(service, { title: "Check the parser" });
    spend([first.id], 1);
    {
      await using board = await show("/costs?days=1");
      await board.page.getByRole("figure", { name: "Cost over time" }).waitFor();
      await board.picture("costs-one-day");
    }
    spend([first.id, second.id], 360);
    tag([first.id, second.id]);
    await using board = await show("/costs?days=365");
    const { page } = board;
    const chart = page.getByRole("figure", { name: "Cost over time" });
    await chart.waitFor();
    await page.getByText("No known price, counted as $0: nova-1.").waitFor();
    await page.getByRole("table", { name: "By model" }).getByText("nova-1", { exact: true }).waitFor();
    await board.picture("costs-year");
    const byFeature = page.getByRole("region", { name: "By context feature" });
    await byFeature.getByRole("rowheader", { name: "Tool results", exact: true }).waitFor();
    await byFeature.scrollIntoViewIfNeeded();
    await board.picture("costs-features");
    const experiments = page.getByRole("region", { name: "Experimental settings" });
    await experiments.getByText("Too few to compare").waitFor();
    await experiments.scrollIntoViewIfNeeded();
    await board.picture("costs-experiments");
    await page.getByRole("radio", { name: "Agent root" }).check({ force: true });
    await chart.getByText("checker").waitFor();
    await page.getByRole("radio", { name: "30 days" }).check({ force: true });
    await expect.poll(() => chart.getByRole("button").count(), soon).toBe(31);
    await chart.getByRole("button").nth(20).click();
    const parameter = (name: string) => new URL(page.url()).searchParams.get(name);
    await expect.poll(() => parameter("from"), soon).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const hour = chart.getByRole("button", { disabled: false }).and(chart.getByLabel(/, [1-9]\S* tokens/));
    await expect.poll(() => hour.first().getAttribute("aria-label"), soon).toMatch(/, \d\d:00: /);
    await hour.first().click();
    await expect.poll(() => parameter("hour"), soon).toContain(parameter("from"));
    await expect.poll(() => chart.getByRole("button").count(), soon).toBe(1);
    await page.getByRole("button", { name: /, \d\d:00: show all$/ }).click();
    await expect.poll(() => chart.getByRole("button").count(), soon).toBe(24);
    await page.getByRole("link", { name: "Calls of Write the parser" }).click();
    const calls = page.getByRole("table", { name: "Calls" });
    await calls.getByRole("row").nth(1).waitFor();
    await board.picture("costs-calls");
    await page.getByRole("button", { name: `Session ${first.id}: show all` }).click();
    await calls.waitFor({ state: "detached" });
  });

  it("leads from what was spent outside of sessions to its calls", async () => {
    const { id } = await createSession(service, { title: "Name the parts" });
    spendOutside(id, 30);
    await using board = await show("/costs?days=30");
    const { page } = board;
    const groups = page.getByRole("table", { name: "Outside of sessions" });
    await groups.getByRole("link", { name: "Calls of CLIs used outside of Signalbox" }).focus();
    await page.keyboard.press("Enter");
    const clis = page.getByRole("region", { name: "Calls outside of sessions: CLIs used outside" });
    await expect.poll(() => clis.getByRole("row").count(), soon).toBe(26);
    await page.getByRole("figure", { name: "Cost over time" }).waitFor();
    await clis.scrollIntoViewIfNeeded();
    await board.picture("costs-calls-outside");
    expect(await graveViolations(board)).toEqual([]);
    await clis.getByRole("button", { name: "Older" }).click();
    await expect.poll(() => clis.getByRole("row").count(), soon).toBe(6);
    const download = page.waitForEvent("download");
    await clis.getByRole("button", { name: /as CSV$/ }).click();
    const csv = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
    expect(csv).toHaveLength(31);
    expect(csv[0]).toBe("When,Model,Runtime,About,In,Cached,Out,Cost");
    expect(csv[1]).toMatch(/Z,claude-opus-5,claude_code,,9000,124000,700,0\.\d+$/);

    await groups.getByRole("link", { name: "Calls of Titles" }).click();
    const titles = page.getByRole("region", { name: "Calls outside of sessions: Titles" });
    await titles.getByRole("link", { name: `Session ${id}` }).waitFor();
    await page.getByRole("button", { name: "Outside of sessions: Titles: show all" }).click();
    await titles.waitFor({ state: "detached" });
    await board.open(`/costs?session=${id}`);
    await groups.getByRole("rowheader", { name: "Titles" }).waitFor();
    expect(await groups.getByRole("link").count()).toBe(0);
    await board.open("/costs?days=30&source=nobody");
    await page.getByText("No calls from this source in this period.").waitFor();
  });

  it("says so if the calls cannot be read", async () => {
    const { id } = await createSession(service, { title: "Read the calls" });
    spendOutside(id, 0);
    await using board = await show("/costs?days=30", { expected: [/status of 500/], intercepted: true });
    const { page } = board;
    let isBroken = true;
    await page.route(/\/costs\/records/, (route) =>
      isBroken ? route.fulfill({ status: 500, body: "{}" }) : route.continue(),
    );
    const groups = page.getByRole("table", { name: "Outside of sessions" });
    await groups.getByRole("link", { name: "Calls of Titles" }).click();
    const titles = page.getByRole("region", { name: "Calls outside of sessions: Titles" });
    const again = titles.getByRole("button", { name: "Try again" });
    await again.waitFor({ timeout: 30_000 });
    isBroken = false;
    await again.click();
    await titles.getByRole("row").nth(1).waitFor();
  });

  it("is one stop for the keyboard, whose bars the arrow keys reach", async () => {
    await using board = await show("/costs?days=30");
    const { page } = board;
    const bars = page.getByRole("figure", { name: "Cost over time" }).getByRole("button");
    await page.getByRole("radio", { name: "Agent root" }).focus();
    await page.keyboard.press("Tab");
    const focused = async (at: number) =>
      expect.poll(() => bars.nth(at).evaluate((bar) => bar === document.activeElement), soon).toBe(true);
    await focused(30);
    await page.keyboard.press("ArrowLeft");
    await focused(29);
    await page.keyboard.press("Home");
    await focused(0);
    await page.keyboard.press("Tab");
    await page.getByText("View as table").and(page.locator(":focus")).waitFor();
    await bars.nth(4).evaluate((bar) => bar.focus());
    await page.keyboard.press("ArrowRight");
    await focused(5);
  });

  it("says the same figure as the session's page, the board and the API", async () => {
    const prompt = "#script usage input=180000 output=3000 cache_read=90000\n#script say Counted.";
    const { id } = await restedSession(service, prompt, { title: "Count the till" });
    const usd = async () =>
      (await service.call<CostReport>("GET", `/costs?session_id=${id}`)).body.totals.cost_usd;
    await expect.poll(usd, soon).toBeGreaterThan(0.1);
    const figure = formatDollars(await usd());
    await using board = await show(`/costs?session=${id}`);
    const { page } = board;
    await page.getByRole("definition").filter({ hasText: figure }).first().waitFor();
    await page.getByRole("table", { name: "Calls" }).getByText(figure).waitFor();
    const features = page.getByRole("table", { name: "Where this session's tokens went" });
    await features.getByRole("rowheader", { name: "Answers" }).waitFor();
    await features.getByRole("rowheader", { name: "Not attributed" }).waitFor();
    await board.picture("costs-session");
    await board.open(`/sessions/${id}?panel=details`);
    await page.getByRole("region", { name: "Cost so far" }).getByText(figure).first().waitFor();
    await board.open("/");
    await rowOf(board, "Count the till").getByText(figure).waitFor();
  });

  it("takes a budget, changes it and removes it", async () => {
    await using board = await show("/costs?days=30");
    const { page } = board;
    const budgets = page.getByRole("region", { name: "Budgets" });
    await budgets.getByText("No budgets.").waitFor();
    await budgets.getByRole("button", { name: "Add a budget" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("For").selectOption({ label: "Agent root builder" });
    await form.getByLabel("Limit in dollars").fill("0.05");
    await form.getByLabel("In each").selectOption({ label: "Month" });
    await board.picture("costs-budget-form");
    await form.getByRole("button", { name: "Save" }).click();
    const name = "Agent root builder, each month";
    await budgets.getByRole("meter", { name }).waitFor();
    await budgets.getByText("Used up: spot sessions wait").waitFor({ timeout: 60_000 });
    await board.picture("costs-budget-reached");
    {
      await using inbox = await show("/inbox");
      const notices = inbox.page.getByRole("list", { name: "Budgets" });
      await notices.getByRole("link", { name: /^Agent root builder, each month: / }).waitFor();
      await inbox.picture("inbox-budget");
    }
    await budgets.getByRole("button", { name: `Change the budget: ${name}` }).click();
    await form.getByLabel("Limit in dollars").fill("1000");
    await form.getByRole("button", { name: "Save" }).click();
    await budgets.getByText("Once it is used up, spot sessions wait").waitFor();
    await budgets.getByRole("button", { name: `Remove the budget: ${name}` }).click();
    await budgets.getByText("No budgets.").waitFor();
  });

  it("counts with a price of the owner's own, until the list price is back", async () => {
    await using board = await show("/costs?days=30");
    const { page } = board;
    const prices = page.getByRole("region", { name: "Prices per million tokens" });
    await prices.getByRole("button", { name: "Your price of nova-1" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Input").fill("3");
    await form.getByLabel("Output").fill("15");
    await form.getByRole("button", { name: "Save" }).click();
    await prices.getByText("your own").waitFor();
    await page.getByText(/No known price/).waitFor({ state: "detached" });
    await prices.scrollIntoViewIfNeeded();
    await board.picture("costs-prices");
    await prices.getByRole("button", { name: "Go back to the list price of nova-1" }).click();
    await page.getByText(/No known price/).waitFor();
  });

  it("saves each table as CSV, and has all files read again", async () => {
    await using board = await show("/costs?days=90");
    const { page } = board;
    const saved = async (table: string) => {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: `${table} as CSV` }).click();
      const file = await download;
      return { name: file.suggestedFilename(), csv: await readFile(await file.path(), "utf8") };
    };
    const byModel = await saved("By model");
    expect(byModel.name).toBe("costs-by-model.csv");
    expect(byModel.csv).toMatch(/^Model,Cost,Tokens,Calls\r\nclaude-opus-5,/);
    expect((await saved("By kind of token")).csv).toMatch(/^Kind,Cost,Tokens\r\n/);
    await page.getByText("View as table").click();
    expect((await saved("Cost over time")).csv).toMatch(/^Time,claude-opus-5,.*,Cost,Tokens,Calls\r\n\d{4}-/);
    await page.getByRole("link", { name: "Calls of Write the parser" }).click();
    await page.getByRole("table", { name: "Calls" }).getByRole("row").nth(25).waitFor();
    const lines = (await saved("Calls")).csv.trim().split("\r\n");
    const session = new URL(page.url()).searchParams.get("session");
    const path = `/costs/records?session_id=${session}&days=90&per_page=1`;
    const { body } = await service.call<{ pagination: { total_count: number } }>("GET", path);
    expect(lines).toHaveLength(body.pagination.total_count + 1);
    expect(lines.length).toBeGreaterThan(100);
    const answer = page.waitForResponse((response) => response.url().endsWith("/costs/backfill"));
    await page.getByRole("button", { name: "Read all files again" }).click();
    expect((await answer).status()).toBe(200);
  });

  it.each(["light", "dark"] as const)("has room on a phone (%s)", async (look) => {
    await using board = await show("/costs?days=30", {
      size: "phone",
      look,
    });
    await board.page.getByRole("figure", { name: "Cost over time" }).waitFor();
    await board.picture(`costs-phone-${look}`);
    await board.page.getByText("View as table").click();
    await board.page.getByRole("region", { name: "View as table" }).waitFor();
    expect(await graveViolations(board)).toEqual([]);
    const overflow = await board.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(overflow).toBe(false);
  });
});
