import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const ids: number[] = [];

beforeAll(async () => {
  service = await startServiceWithBoard();
  const git_root = await service.repository();
  for (const title of ["First", "Second", "Third"])
    ids.push((await restedSession(service, `#script say ${title} says so.`, { title, git_root })).id);
});
afterAll(() => service[Symbol.asyncDispose]());

const show = useShow(() => service);
const list = (page: Page) => page.getByRole("region", { name: "Sessions beside this one" });

it("follows the list, leaves no history, and moves the focus into the conversation and back", async () => {
  await using board = await show("/");
  const { page } = board;
  await page
    .getByRole("link", { name: /Second/ })
    .first()
    .click();
  const session = sessionPage(page);
  await session.says("Second says so.");
  await page.keyboard.press("l");
  await list(page).getByRole("link").nth(2).waitFor();
  const names = await list(page).getByRole("link").allInnerTexts();
  const titles = names.map((words) => /First|Second|Third/.exec(words)?.[0] ?? "");
  const from = titles.indexOf("Second");
  const key = from === titles.length - 1 ? "k" : "j";
  const next = titles[from + (key === "j" ? 1 : -1)] ?? "";

  await page.keyboard.press(key);
  await session.says(`${next} says so.`);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  expect(await focused()).toContain(next);
  await board.picture("split-view");
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")), soon)
    .toBe("Transcript");
  await page.keyboard.press("Escape");
  expect(await focused()).toContain(next);
  await page.keyboard.press("r");
  await session.composer.fill("Half a thought");
  await page.keyboard.press("Escape");
  expect(await focused()).toContain(next);
  expect(await session.composer.inputValue()).toBe("Half a thought");

  // Both ways the list is quicker than the page: only the last session is read.
  const reads: string[] = [];
  page.on("request", (request) => reads.push(new URL(request.url()).pathname));
  const passed = ids[["First", "Second", "Third"].indexOf("Second")];
  await page.keyboard.press(key === "j" ? "k" : "j");
  await page.keyboard.press(key);
  await session.says(`${next} says so.`);
  expect(reads.filter((path) => path === `/ui/v1/sessions/${passed}/timeline`)).toEqual([]);

  await page.goBack();
  await page.getByRole("heading", { name: "Board", exact: true }).waitFor();
  await page.getByRole("link", { name: /First/ }).first().click();
  await list(page).waitFor();
  await page.reload();
  await list(page).waitFor();
  expect(await violations(board)).toEqual([]);
});

it("is left out where there is no room for it", async () => {
  await using board = await show(`/sessions/${ids[0]}`);
  const { page } = board;
  await page.getByRole("button", { name: "Show the list beside the session" }).click();
  await list(page).waitFor();
  await page.setViewportSize({ width: 1099, height: 800 });
  await list(page).waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1100, height: 800 });
  await list(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1100);
  await board.picture("split-view-1100");
});

it("looks right in the dark", async () => {
  await using board = await show(`/sessions/${ids[0]}`, { look: "dark" });
  await sessionPage(board.page).says("First says so.");
  await board.page.keyboard.press("l");
  await list(board.page).waitFor();
  await board.picture("split-view-dark");
  expect(await violations(board)).toEqual([]);
});
