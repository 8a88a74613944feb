import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { createSession, failedSession, restedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const ids: Record<string, number> = {};

beforeAll(async () => {
  service = await startServiceWithBoard();
  const git_root = await service.repository();
  ids["done"] = (
    await restedSession(service, "#script say Shall I go on?", { title: "Asks you", git_root })
  ).id;
  ids["broken"] = (await failedSession(service)).id;
  ids["star"] = (await restedSession(service, "#script say Done.", { title: "Starred", git_root })).id;
  ids["plain"] = (await createSession(service, { title: "Not started", git_root })).id;
  await service.call("POST", `/sessions/${ids["star"]}/toggle_favorite`);
});
afterAll(() => service[Symbol.asyncDispose]());

const show = useShow(() => service);

it("are in the side bar with their state where no list shows them", async () => {
  await using board = await show(`/sessions/${ids["plain"]}`);
  const { page } = board;
  const pinned = page.getByRole("region", { name: "Pinned" });
  await pinned.getByRole("link", { name: /Done.*Starred/ }).waitFor();
  const needs = page.getByRole("region", { name: "Needs you" });
  await needs.getByRole("link", { name: /Asks you/ }).click();
  await page.getByRole("heading", { name: "Asks you", exact: true }).waitFor();
  expect(await needs.getByRole("link", { name: /Asks you/ }).getAttribute("aria-current")).toBe("page");
  expect(await needs.getByRole("link").count()).toBe(2);
  await board.picture("side-bar-sessions");
  await page.getByRole("link", { name: /^Board/ }).click();
  await needs.waitFor({ state: "detached" });
});

it("come first in the palette before anything is typed", async () => {
  await using board = await show(`/sessions/${ids["plain"]}`);
  const { page } = board;
  await page.getByRole("heading", { name: "Not started", exact: true }).waitFor();
  await page.goto(`/sessions/${ids["star"]}`);
  await page.getByRole("heading", { name: "Starred", exact: true }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  const options = page.getByRole("option");
  await options.filter({ hasText: "Asks you" }).waitFor();
  const first = (await options.allInnerTexts()).slice(0, 3).map((words) => words.split("\n")[0]);
  expect(first).toEqual([expect.any(String), expect.any(String), "Not started"]);
  expect(first.slice(0, 2)).toContain("Asks you");
  await board.picture("palette-first");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
