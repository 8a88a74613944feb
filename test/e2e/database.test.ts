import { afterAll, beforeAll, expect, it } from "vitest";
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
  await createSession(service, { title: "A session" });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

it("checks the database, empties its log and gives space back, and says what each kind of record takes", async () => {
  await using board = await show("/settings/data");
  const { page } = board;
  await page.getByRole("button", { name: "Check every page" }).click();
  await page.getByText("Every page is sound", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Checkpoint" }).click();
  await page.getByText("Checkpointed: the log shrank from", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Compact database" }).click();
  await page.getByText(/MB freed|nothing to compact/).waitFor();
  const records = page.getByRole("list", { name: "Records by kind" });
  await records
    .getByRole("listitem")
    .filter({ hasText: "State histories" })
    .getByText(/\d+ rows?/)
    .waitFor();
  await records.getByText("Kept for 15 days", { exact: false }).waitFor();
  expect(await graveViolations(board)).toEqual([]);
  await page.getByRole("heading", { name: "Database", exact: true }).scrollIntoViewIfNeeded();
  await board.picture("settings-database");
  await records.scrollIntoViewIfNeeded();
  await board.picture("settings-records");
});

it("fits a phone, in the dark", async () => {
  await using board = await show("/settings/data", { size: "phone", look: "dark" });
  const records = board.page.getByRole("list", { name: "Records by kind" });
  await records.waitFor();
  expect(await isWiderThanScreen(board)).toBe(false);
  await records.scrollIntoViewIfNeeded();
  await board.picture("settings-records-phone");
});
