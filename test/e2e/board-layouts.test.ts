import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { groupsOn, isWiderThanScreen, rowOf } from "../support/board-page.ts";
import { type BoardPage, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession, sessionOf } from "../support/sessions.ts";

const browser = useBrowser();

const grip = ({ page }: BoardPage, title: string): Locator =>
  page.getByRole("button", { name: `Move “${title}”` });

/** A finger across a row; the picture is taken before it is lifted. Gives what the row says it is good for. */
async function swipe(board: BoardPage, title: string, across: number, picture?: string) {
  const row = rowOf(board, title);
  const box = await row.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 195, (box?.y ?? 0) + (box?.height ?? 0) - 8];
  const touch = await board.context.newCDPSession(board.page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
  await send("touchStart", x);
  for (const part of [0.25, 0.5, 0.75, 1]) await send("touchMove", x + across * part);
  const words = await row.getAttribute("data-swipe-words");
  if (picture !== undefined) await board.picture(picture);
  await send("touchEnd");
  await touch.detach();
  return words;
}

describe("the layouts of the board", () => {
  let service: TestService;
  const ids: Record<string, number> = {};
  const idOf = (title: string): number => ids[title] ?? 0;
  const precedenceOf = async (title: string) => (await sessionOf(service, idOf(title))).precedence;

  beforeAll(async () => {
    service = await startServiceWithBoard();
    for (const title of ["First", "Second", "Third", "Fourth"]) {
      const { id } = await createSession(service, { title, scheduling_class: "spot" });
      ids[title] = id;
    }
    await createSession(service, {
      title: "Helper",
      parent_session_id: idOf("First"),
      scheduling_class: "priority",
    });
  }, 60_000);
  afterAll(() => service[Symbol.asyncDispose]());

  const ranked = ["First", "Second", "Third", "Fourth"];
  const orderOn = async (board: BoardPage) => (await groupsOn(board)).filter((line) => ranked.includes(line));

  it("moves rows of the queue with the keyboard and the pointer, and undoes it", async () => {
    await using board = await openBoard(browser(), {
      url: service.url,
      intercepted: true,
      expected: [/500/],
    });
    const { page } = board;
    await board.open("/?view=ranked&class=spot");
    await grip(board, "Third").focus();
    await page.keyboard.press(" ");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => orderOn(board), soon).toEqual(["Third", "First", "Second", "Fourth"]);
    await page.getByText("1 of 4 in Spot", { exact: true }).waitFor();
    await board.picture("board-lifted");
    await page.keyboard.press("Escape");
    await expect.poll(() => orderOn(board), soon).toEqual(ranked);
    await page.keyboard.press(" ");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press(" ");
    await page.getByText(/^Moved “Third” to place 1 in Spot/).waitFor();
    await expect.poll(() => orderOn(board), soon).toEqual(["Third", "First", "Second", "Fourth"]);
    await expect.poll(() => precedenceOf("Third"), soon).toBe(5);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => precedenceOf("Third"), soon).toBe(0);
    await expect.poll(() => orderOn(board), soon).toEqual(ranked);

    await grip(board, "Fourth").hover();
    await page.mouse.down();
    const target = await rowOf(board, "First").boundingBox();
    await page.mouse.move(400, (target?.y ?? 0) + 20, { steps: 8 });
    await page.mouse.move(400, (target?.y ?? 0) + 4, { steps: 4 });
    await board.picture("board-dragged");
    await page.mouse.up();
    await expect.poll(() => orderOn(board), soon).toEqual(["Fourth", "First", "Second", "Third"]);
    await expect.poll(() => precedenceOf("Fourth"), soon).toBe(5);

    await page.route(`**/sessions/${idOf("Second")}`, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({
            status: 500,
            json: { error: "Broken", message: "It broke.", messages: ["It broke."] },
          })
        : route.fallback(),
    );
    await grip(board, "Second").focus();
    for (const key of [" ", "ArrowUp", "ArrowUp", " "]) await page.keyboard.press(key);
    await page.getByText("Could not change the order").waitFor();
    await expect.poll(() => orderOn(board), soon).toEqual(["Fourth", "First", "Second", "Third"]);
  });

  it("moves several selected rows together", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    await board.open("/?view=ranked&class=spot");
    await expect.poll(() => orderOn(board), soon).toEqual(["Fourth", "First", "Second", "Third"]);
    for (const title of ["Fourth", "Second"]) {
      await rowOf(board, title).hover();
      await rowOf(board, title).getByRole("checkbox").check();
    }
    await grip(board, "Second").focus();
    await page.keyboard.press(" ");
    await expect.poll(() => orderOn(board), soon).toEqual(["First", "Fourth", "Second", "Third"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press(" ");
    await page.getByText("Moved 2 sessions to place 3 in Spot").waitFor();
    await expect.poll(() => orderOn(board), soon).toEqual(["First", "Third", "Fourth", "Second"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => orderOn(board), soon).toEqual(["Fourth", "First", "Second", "Third"]);

    await grip(board, "Fourth").hover();
    await page.mouse.down();
    const target = await rowOf(board, "Third").boundingBox();
    const [top = 0, height = 0] = [target?.y, target?.height];
    await page.mouse.move(400, top + height - 12, { steps: 8 });
    await page.mouse.move(400, top + height - 4, { steps: 4 });
    await page.getByText("and 1 more").waitFor();
    await board.picture("board-dragged-two");
    await page.mouse.up();
    await expect.poll(() => orderOn(board), soon).toEqual(["First", "Third", "Fourth", "Second"]);
  });

  it("shows columns, a table and a tree, also on a phone", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    await board.open();
    await page.getByRole("button", { name: "Display" }).click();
    await page.getByText("Columns", { exact: true }).click();
    await page.keyboard.press("Escape");
    await expect
      .poll(async () => (await groupsOn(board)).filter((line) => line.startsWith("#")), soon)
      .toEqual(["# Needs you0", "# Running0", "# Waiting5"]);
    await board.picture("board-columns");
    expect(await graveViolations(board)).toEqual([]);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("Escape");

    await board.open("/?layout=table");
    await page.getByRole("columnheader", { name: "Runtime" }).waitFor();
    await page.getByRole("button", { name: "Display" }).click();
    await page.getByRole("button", { name: "Branch", exact: true }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("columnheader", { name: "Branch" }).waitFor();
    await board.picture("board-table");
    expect(await graveViolations(board)).toEqual([]);

    await board.open("/?group=tree");
    await expect.poll(() => groupsOn(board), soon).not.toContain("Helper");
    await page.getByRole("button", { name: /started by “First”/ }).click();
    await rowOf(board, "Helper").waitFor();
    await board.picture("board-tree");

    await using phone = await openBoard(browser(), { url: service.url, look: "dark", size: "phone" });
    for (const [name, path] of [
      ["columns", "/?layout=columns"],
      ["table", "/?layout=table"],
      ["ranked", "/?view=ranked"],
    ] as const) {
      await phone.open(path);
      await phone.page.getByRole("link", { name: /First/ }).waitFor();
      expect(await isWiderThanScreen(phone)).toBe(false);
      await phone.picture(`board-${name}-dark-phone`);
    }
  });

  it("saves named views with counts, and restores a deleted one", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    const views = page.getByRole("navigation", { name: "Views" });
    await board.open("/?class=spot&view=ranked");
    await views.getByRole("button", { name: "Save view" }).click();
    await page.getByLabel("Name").fill("Night shift");
    await page.keyboard.press("Enter");
    await views.getByRole("button", { name: /^Night shift\s?4$/ }).waitFor();
    await views.getByRole("button", { name: /^Needs you/ }).click();
    await expect
      .poll(() => new URL(page.url()).searchParams.get("attention"), soon)
      .toBe("question,failed,review");
    await page.reload();
    await views.getByRole("button", { name: /^Night shift\s?4$/ }).click();
    await rowOf(board, "First").waitFor();
    await views.getByRole("button", { name: "Options for the view “Night shift”" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await views.getByRole("button", { name: "Save view" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await views.getByRole("button", { name: /^Night shift\s?4$/ }).waitFor();
    await board.picture("board-views");
  });

  it("focuses an item of a menu opened by a key, also the first time", async () => {
    await using board = await openBoard(browser(), { url: service.url });
    const { page } = board;
    await board.open();
    const inFocus = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.textContent ?? null);
    const hasFocus = (button: Locator): Promise<boolean> =>
      button.evaluate((element) => element === document.activeElement);
    for (const [title, key, line] of [
      ["First", "ArrowDown", "Open in new tab"],
      ["Second", "Enter", "Open in new tab"],
      ["Third", "ArrowUp", "Delete permanently…"],
    ] as const) {
      const button = rowOf(board, title).getByRole("button", { name: /^Actions for/ });
      await button.focus();
      for (const _time of ["first", "second"]) {
        await page.keyboard.press(key);
        await expect.poll(inFocus, soon).toMatch(new RegExp(`^${line}`));
        await page.keyboard.press("Escape");
        await page.getByRole("menu").waitFor({ state: "detached" });
        await expect.poll(() => hasFocus(button), soon).toBe(true);
      }
    }
  });

  it("archives and snoozes by swipe on a phone, and offers both in the menu", async () => {
    await using board = await openBoard(browser(), { url: service.url, size: "phone" });
    const { page } = board;
    await board.open();
    await rowOf(board, "Fourth").waitFor();
    // Too short to do anything, it tells whether the code that follows fingers is there.
    await expect.poll(() => swipe(board, "Fourth", 60), soon).toBe("Snooze…");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await swipe(board, "Fourth", 200);
    await page.getByRole("heading", { name: "Snooze “Fourth”" }).waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await swipe(board, "Fourth", -200, "board-swiped-phone");
    await page.getByText("Archived “Fourth”").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await rowOf(board, "Fourth").waitFor();
    await rowOf(board, "Fourth")
      .getByRole("button", { name: /^Actions for/ })
      .click();
    for (const name of ["Archive", "Snooze…"]) await page.getByRole("menuitem", { name }).waitFor();
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
    const sheet = await page.getByRole("menu").boundingBox();
    expect(sheet).toMatchObject({ x: 0, width, height: height - (sheet?.y ?? 0) });
    await board.picture("board-menu-phone");
  });
});
