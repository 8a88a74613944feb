import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CategoryList } from "../../server/domains/sessions/categories/model.ts";
import { graveViolations } from "../support/axe.ts";
import { chooseAction, groupsOn, isWiderThanScreen, rowOf } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession, sessionOf } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);
const ids: Record<string, number> = {};

beforeAll(async () => {
  service = await startServiceWithBoard();
  const git_root = await service.repository();
  for (const title of ["Apples", "Pears", "Plums"])
    ids[title] = (await createSession(service, { title, git_root })).id;
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const categoryOf = async (title: string) =>
  (await sessionOf(service, ids[title] ?? 0)).category?.name ?? null;
const list = async () => (await service.call<CategoryList>("GET", "/categories")).body;
const namesOf = async () => (await list()).categories.map(({ name }) => name);
const dialog = (page: Page): Locator => page.getByRole("dialog");
const inList = (page: Page, name: string): Locator =>
  dialog(page).getByRole("listitem").filter({ hasText: name });

it("sets a category from the menu and the palette, creates new ones, and groups the board by them", async () => {
  await using board = await show("/?group=category");
  const { page } = board;
  await expect.poll(() => groupsOn(board), soon).toEqual(["# Uncategorized3", "Plums", "Pears", "Apples"]);

  await chooseAction(board, "Pears", "Set category…");
  await dialog(page).getByText("There are no categories yet. Type a name to create the first one.").waitFor();
  expect(await graveViolations(board)).toEqual([]);
  await page.keyboard.type("Fruit");
  await page.getByRole("button", { name: "Create “Fruit”" }).waitFor();
  await board.picture("set-category-new");
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText("Moved to “Fruit”: “Pears”").waitFor();
  await expect
    .poll(() => groupsOn(board), soon)
    .toEqual(["# Fruit1", "Pears", "# Uncategorized2", "Plums", "Apples"]);
  expect(await categoryOf("Pears")).toBe("Fruit");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => categoryOf("Pears"), soon).toBeNull();

  await rowOf(board, "Plums").getByRole("link").focus();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Find a session or an action").fill("set category");
  await page.getByRole("option", { name: "Set category: “Plums”" }).click();
  await dialog(page).getByRole("button", { name: "Fruit" }).waitFor();
  await page.keyboard.type("fruit");
  await page.keyboard.press("Enter");
  await expect.poll(() => categoryOf("Plums"), soon).toBe("Fruit");
  expect(await namesOf()).toEqual(["Fruit"]);

  await chooseAction(board, "Plums", "Set category…");
  await dialog(page).getByRole("button", { name: "Manage categories…" }).click();
  const newName = page.getByLabel("New category");
  await expect.poll(() => newName.evaluate((field) => field === document.activeElement), soon).toBe(true);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });

  await chooseAction(board, "Plums", "Set category…");
  await dialog(page).getByRole("button", { name: "Uncategorized" }).click();
  await expect.poll(() => categoryOf("Plums"), soon).toBeNull();

  await service.call("PATCH", `/sessions/${ids["Apples"]}/set_category`, {
    category_id: (await list()).categories[0]?.id,
  });
  await expect
    .poll(() => groupsOn(board), soon)
    .toEqual(["# Fruit1", "Apples", "# Uncategorized2", "Plums", "Pears"]);
  await board.picture("board-by-category");
});

it("renames, freezes, orders and deletes categories", async () => {
  await using board = await show("/?group=category&layout=columns");
  const { page } = board;
  await page.getByRole("button", { name: "Display" }).click();
  await page.getByRole("button", { name: "Manage categories…" }).click();
  const within = dialog(page).filter({ hasText: "New category" });
  const isFocused = () =>
    within.getByLabel("New category").evaluate((field) => field === document.activeElement);
  await expect.poll(isFocused, soon).toBe(true);
  await page.keyboard.type("Stone fruit");
  await page.keyboard.press("Enter");
  await inList(page, "Stone fruit").waitFor();
  await expect.poll(isFocused, soon).toBe(true);
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("manage-categories");

  await within.getByRole("button", { name: "Edit “Fruit”" }).click();
  await page.keyboard.type("Pome fruit");
  await page.keyboard.press("Enter");
  await inList(page, "Pome fruit").waitFor();
  await within.getByRole("switch", { name: /Freeze “Pome fruit”/ }).click();
  await expect.poll(async () => (await list()).categories[0]?.is_frozen, soon).toBe(true);

  await within.getByRole("button", { name: "Move “Stone fruit”" }).focus();
  for (const key of [" ", "ArrowUp", " "]) await page.keyboard.press(key);
  await expect.poll(namesOf, soon).toEqual(["Stone fruit", "Pome fruit"]);
  await page.keyboard.press("Escape");
  await within.waitFor({ state: "detached" });
  await expect
    .poll(() => groupsOn(board), soon)
    .toEqual(["# Stone fruit0", "# Pome fruit1", "Apples", "# Uncategorized2", "Plums", "Pears"]);
  await page.getByRole("img", { name: "Frozen" }).waitFor();
  await board.picture("board-by-category-columns");

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByPlaceholder("Find a session or an action").fill("manage categories");
  await page.getByRole("option", { name: "Manage categories", exact: true }).click();
  await within.getByRole("button", { name: "Delete “Pome fruit”" }).click();
  await page.getByText("Its session becomes uncategorized. You cannot undo this.").waitFor();
  await page.getByRole("button", { name: "Delete category" }).click();
  await expect.poll(namesOf, soon).toEqual(["Stone fruit"]);
  await page.keyboard.press("Escape");
  await expect
    .poll(() => groupsOn(board), soon)
    .toEqual(["# Stone fruit0", "# Uncategorized3", "Plums", "Pears", "Apples"]);
});

it("fits a phone", async () => {
  await using board = await show("/?group=category", { look: "dark", size: "phone" });
  const { page } = board;
  await page.getByRole("link", { name: /Pears/ }).waitFor();
  await page.getByRole("button", { name: "Display" }).click();
  await page.getByRole("button", { name: "Manage categories…" }).click();
  await inList(page, "Stone fruit").waitFor();
  expect(await isWiderThanScreen(board)).toBe(false);
  expect(await graveViolations(board)).toEqual([]);
  await board.picture("manage-categories-dark-phone");
});
