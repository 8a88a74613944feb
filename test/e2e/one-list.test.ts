import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { createSession, failedSession } from "../support/sessions.ts";
import { type Shown, useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);
/** The titles of what needs a person, in the order that every list has. */
const expected: string[] = [];

async function ended(title: string, script: string): Promise<number> {
  const { id } = await createSession(service, { title, prompt: script });
  await service.waitFor(id, ({ attention }) => attention !== null);
  return id;
}

beforeAll(async () => {
  service = await startServiceWithBoard();
  const review = "#script write_file path=new.txt text=one\n#script say Added the file.";
  const [starred, starredReview, hidden, failed] = await Promise.all([
    ended("Starred question", "#script say Shall I use tabs?"),
    ended("Starred review", review),
    ended("Hidden question", "#script say Do you want more?"),
    failedSession(service),
    ended("Plain question", "#script say Which one do you prefer?"),
    ended("Plain answer", "#script say It reads line by line."),
  ]);
  for (const id of [starred, starredReview]) await service.call("POST", `/sessions/${id}/toggle_favorite`);
  await service.call("PATCH", `/sessions/${hidden}/visibility`, { visibility: "hidden" });
  expected.push("Starred question", "Plain question", failed.title, "Starred review");
}, 180_000);
afterAll(() => service[Symbol.asyncDispose]());

type Page = Shown["page"];

/** The titles in a list, of which each row has one of the fleet. */
async function titlesIn(page: Page, rows: string): Promise<string[]> {
  const words = await page
    .locator(rows)
    .evaluateAll((elements) => elements.map((element) => element.textContent ?? ""));
  const known = [...expected, "Plain answer", "Hidden question"];
  return words.flatMap((line) => known.find((title) => line.includes(title)) ?? []);
}

const lists: readonly [name: string, path: string, rows: string, open?: (page: Page) => Promise<void>][] = [
  ["the board", "/?attention=question,failed,review", "[data-row][data-session]"],
  ["the board's first group", "/", "[data-row][data-session]"],
  ["the board's first column", "/?layout=columns", "[data-row][data-session]"],
  ["the side bar", "/costs", 'section[aria-label="Needs you"] [data-session]'],
  ["the inbox", "/inbox", "[data-entry][data-needs=true]"],
  [
    "the palette",
    "/costs",
    '[cmdk-group]:has([cmdk-group-heading]:text("Needs you · 4")) [cmdk-item]',
    (page) => page.keyboard.press("Control+k"),
  ],
];

describe("what needs a person", () => {
  it.each(lists)("has the same sessions, number and order in %s", async (_name, path, rows, open) => {
    await using board = await show(path);
    const { page } = board;
    await page.getByRole("link", { name: "Board 4 need you" }).waitFor();
    await open?.(page);
    await expect.poll(async () => (await titlesIn(page, rows)).slice(0, 4), soon).toEqual(expected);
    expect(await titlesIn(page, rows)).not.toContain("Hidden question");
    await expect.poll(() => page.title(), soon).toMatch(/^\(4\) /);
    await board.picture(`one-list-${_name.replace(/\W+/g, "-")}`);
  });

  it("has the same number and order on a phone", async () => {
    await using board = await show("/inbox", { size: "phone" });
    const { page } = board;
    await page.getByRole("link", { name: /4 need you,\s*Board/ }).waitFor();
    await expect.poll(() => titlesIn(page, "[data-entry][data-needs=true]"), soon).toEqual(expected);
    await board.picture("one-list-phone-inbox");
  });

  it("has the same order beside a session", async () => {
    await using board = await show("/");
    const { page } = board;
    await page
      .getByRole("link", { name: /Plain answer/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Plain answer", exact: true }).waitFor();
    await page.keyboard.press("l");
    const beside = 'ul[aria-label="Needs you"] [data-session]';
    await expect.poll(() => titlesIn(page, beside), soon).toEqual(expected);
  });
});
