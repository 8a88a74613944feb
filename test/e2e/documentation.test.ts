import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { isWiderThanScreen } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { createSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
  await createSession(service, { clone_only: true });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

describe("the documentation", () => {
  it("opens from the settings that it explains, and leads from page to page and back to the board", async () => {
    await using board = await show("/settings/catalog");
    const { page } = board;
    await page.getByRole("link", { name: "Documentation" }).click();
    await page.getByRole("heading", { name: "A folder that works" }).waitFor();
    await board.picture("docs-catalog");
    expect(await graveViolations(board)).toEqual([]);
    await page.getByRole("navigation").getByRole("link", { name: "Triggers" }).click();
    await page.getByRole("heading", { name: "Placeholders" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Configuration" }).click();
    await page.waitForURL(/\/docs\/configuration#services-it-uses$/);
    await page.getByRole("heading", { name: "Services it uses" }).waitFor();
    await page.getByRole("link", { name: "Signalbox", exact: true }).click();
    await page.getByRole("heading", { name: "Board", level: 1 }).waitFor();
  });

  it("opens from the help of the board", async () => {
    await using board = await show("/");
    const { page } = board;
    await page.getByRole("heading", { name: "Board", level: 1 }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByRole("link", { name: "Documentation" }).click();
    await page.getByRole("heading", { name: "Documentation", level: 1 }).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await board.picture("docs-dark");
  });

  it("fits a phone", async () => {
    await using board = await show("/docs/configuration", { size: "phone" });
    await board.page.getByRole("heading", { name: "Configuration", level: 1 }).waitFor();
    await board.picture("docs-phone");
    expect(await isWiderThanScreen(board)).toBe(false);
  });

  it("is for whoever may open the board", async () => {
    await using board = await show("/docs", { signedOut: true });
    expect(new URL(board.page.url()).pathname).toBe("/sign-in");
  });
});

it("creates a catalog where there is none, and says where it is", async () => {
  await using board = await show("/settings/catalog");
  const { page } = board;
  await page.getByRole("heading", { name: "No catalog" }).waitFor();
  await board.picture("settings-catalog-none");
  expect(await graveViolations(board)).toEqual([]);
  await page.getByRole("button", { name: "Create a catalog" }).click();
  await page.getByRole("heading", { name: "Loaded without problems" }).waitFor();
  await page.getByText(`${service.service.dataFolder}/catalog/air.json`).waitFor();
  await board.picture("settings-catalog-created");
});
