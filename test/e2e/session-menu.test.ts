import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { rowOf } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { type Shown, useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);
let first: number;

beforeAll(async () => {
  service = await startServiceWithBoard();
  const git_root = await service.repository();
  for (const title of ["First", "Second", "Third"]) {
    const { id } = await restedSession(service, `#script say ${title} says so.`, { title, git_root });
    if (title === "First") first = id;
  }
});
afterAll(() => service[Symbol.asyncDispose]());

const menu = (page: Page) => page.getByRole("menu", { name: "Actions" });
const itemNames = (page: Page) => menu(page).getByRole("menuitem").allInnerTexts();

/** Rests a finger in the middle of an element until the menu is there, and lifts it. */
async function pressLong(board: Shown, on: ReturnType<Page["locator"]>): Promise<void> {
  const box = await on.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  const touch = await board.context.newCDPSession(board.page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await menu(board.page).waitFor();
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

it("opens with the right mouse button where it was pressed, with the same entries as the button", async () => {
  await using board = await show("/");
  const { page } = board;
  await rowOf(board, "Second").click({ button: "right", position: { x: 300, y: 12 } });
  await menu(page).waitFor();
  const box = await rowOf(board, "Second").boundingBox();
  const at = await menu(page).boundingBox();
  expect(Math.abs((at?.x ?? 0) - (box?.x ?? 0) - 300)).toBeLessThan(8);
  const entries = await itemNames(page);
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("session-menu-light");
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  await rowOf(board, "Second").hover();
  await rowOf(board, "Second").getByRole("button", { name: "Actions for “Second”" }).click();
  await menu(page).waitFor();
  expect(await itemNames(page)).toEqual(entries);
  expect(entries.map((name) => name.split("\n")[0])).toEqual([
    "Open in new tab",
    "Copy link",
    "Select",
    "Archive",
    "Needs review",
    "Add to favorites",
    "Snooze…",
    "Hide from the board",
    "Set category…",
    "Restart",
    "Sleep",
    "Refresh the transcript",
    "Make priority",
    "Delete permanently…",
  ]);
});

it("opens with Shift+F10, moves with the arrows, and gives the focus back", async () => {
  await using board = await show("/", { look: "dark" });
  const { page } = board;
  const link = page.getByRole("link", { name: /Second/ });
  await link.focus();
  await page.keyboard.press("Shift+F10");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await expect.poll(focused, soon).toBe("Open in new tab");
  await page.keyboard.press("ArrowDown");
  await expect.poll(focused, soon).toBe("Copy link");
  await board.picture("session-menu-dark");
  await page.keyboard.press("Escape");
  await menu(page).waitFor({ state: "detached" });
  await expect.poll(() => link.evaluate((element) => element === document.activeElement), soon).toBe(true);
});

it("acts on the whole selection from one of its rows, and on one row from outside", async () => {
  await using board = await show("/");
  const { page } = board;
  for (const title of ["First", "Third"]) await page.getByLabel(`Select “${title}”`).check();
  await rowOf(board, "Third").click({ button: "right" });
  await menu(page).getByRole("menuitem", { name: "Add to favorites" }).click();
  await page.getByText("Added to favorites: 2 sessions").waitFor();
  await rowOf(board, "Second").click({ button: "right" });
  await menu(page).getByRole("menuitem", { name: "Copy link" }).waitFor();
});

it("opens after a long press on a phone, which opens nothing else", async () => {
  await using board = await show("/", { size: "phone" });
  const { page } = board;
  await rowOf(board, "Second").waitFor();
  await pressLong(board, rowOf(board, "Second"));
  expect(new URL(page.url()).pathname).toBe("/");
  await board.picture("session-menu-phone");
  await menu(page).getByRole("menuitem", { name: "Needs review" }).click();
  await rowOf(board, "Second").getByText("Review", { exact: true }).waitFor();

  await board.open(`/sessions/${first}`);
  await sessionPage(page).says("First says so.");
  await pressLong(board, page.getByRole("heading", { name: "First" }));
  await menu(page).getByRole("menuitem", { name: "Archive" }).waitFor();
});

it("opens in the list beside a session and in the side bar", async () => {
  await using board = await show(`/sessions/${first}`);
  const { page } = board;
  await sessionPage(page).says("First says so.");
  await page.keyboard.press("l");
  const beside = page.getByRole("region", { name: "Sessions beside this one" });
  await beside.getByRole("link", { name: /Third/ }).click({ button: "right" });
  await menu(page).getByRole("menuitem", { name: "Open in new tab" }).waitFor();
  expect(await menu(page).getByRole("menuitem", { name: "Select" }).count()).toBe(0);
});

it("leaves a session with Escape, after what is open and after the message field", async () => {
  await using board = await show(`/sessions/${first}`);
  const { page } = board;
  const session = sessionPage(page);
  await session.says("First says so.");
  const isOnSession = () => new URL(page.url()).pathname === `/sessions/${first}`;
  await session.composer.fill("Half a thought");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await session.composer.focus();
  await page.keyboard.press("Escape");
  expect(isOnSession()).toBe(true);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Board" }).waitFor();
  await page.goBack();
  expect(await session.composer.inputValue()).toBe("Half a thought");
});
