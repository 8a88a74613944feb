import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { groupsOn } from "../support/board-page.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import type { Session, TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { clonedSession, createSession, failedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
const show = useShow(() => service);
const ids = new Map<string, number>();

const ended = async (title: string, script: string): Promise<Session> => {
  const { id } = await createSession(service, { title, prompt: script });
  ids.set(title, id);
  return service.waitFor(id, ({ attention }) => attention !== null);
};

beforeAll(async () => {
  service = await startServiceWithBoard();
  await Promise.all([
    ended("Choose a database", "#script say I can use SQLite or Postgres. Which one do you prefer?"),
    ended("Add a file", "#script write_file path=new.txt text=one\n#script say Added the file."),
    ended("Explain the parser", "#script say It reads line by line."),
    failedSession(service),
    clonedSession(service, { title: "Only a clone" }),
  ]);
}, 90_000);
afterAll(() => service[Symbol.asyncDispose]());

const badge = (count: number) => `Board ${count} ${count === 1 ? "needs" : "need"} you`;

describe("what sessions wait for", () => {
  it.each([
    ["light", "desk"],
    ["dark", "desk"],
    ["light", "phone"],
    ["dark", "phone"],
  ] as const)("is shown on the board and the session's page, %s on a %s", async (look, size) => {
    await using board = await show("/", { look, size });
    const row = board.page.locator("[data-session]", { hasText: "Choose a database" });
    await row.getByText("Question", { exact: true }).waitFor();
    await row.getByText("Which one do you prefer?").waitFor();
    const groups = await groupsOn(board);
    expect(groups.filter((line) => line.startsWith("#"))).toEqual(["# Needs you3", "# Done2"]);
    await board.picture(`attention-board-${size}-${look}`);
    await board.open(`/sessions/${ids.get("Add a file")}`);
    await board.page.getByTitle("1 changed file to look at (+1 −0)").first().waitFor();
    // A phone has one menu for everything.
    const menuName = size === "phone" ? "More actions" : "Correct what it waits for";
    await board.page.getByRole("button", { name: menuName }).click();
    await board.page.getByRole("menuitem", { name: "Mark as done" }).waitFor();
    await board.picture(`attention-session-${size}-${look}`);
  });

  it("is in the column Why of the table", async () => {
    await using board = await show("/?layout=table");
    await board.page
      .getByRole("row", { name: /Add a file/ })
      .getByText("Added the file.")
      .waitFor();
    await board.picture("attention-table");
  });

  it("is counted once for the badge, the view and the title, and a correction changes all three", async () => {
    await using board = await show("/");
    const { page } = board;
    const views = page.getByRole("navigation", { name: "Views" });
    await page.getByRole("link", { name: badge(3) }).waitFor();
    await expect.poll(() => page.title(), soon).toMatch(/^\(3\) /);
    await views.getByRole("button", { name: /^Needs you\s?3$/ }).click();
    await expect.poll(() => groupsOn(board), soon).toHaveLength(5);
    expect(await groupsOn(board)).not.toContain("Explain the parser");

    await board.open(`/sessions/${ids.get("Choose a database")}`);
    await page.getByRole("button", { name: "Correct what it waits for" }).click();
    await page.getByRole("menuitem", { name: "Mark as done" }).click();
    await page.getByTitle("Marked as done").first().waitFor();
    await page.getByRole("link", { name: badge(2) }).waitFor();
    await expect.poll(() => page.title(), soon).toMatch(/^\(2\) /);
    await page.getByRole("button", { name: "Correct what it waits for" }).click();
    await page.getByRole("menuitem", { name: "Undo correction" }).click();
    await page.getByRole("link", { name: badge(3) }).waitFor();
  });

  it("is filtered from the filter panel", async () => {
    await using board = await show("/");
    await board.page.getByRole("button", { name: "Filters" }).click();
    await board.page.getByRole("group", { name: "Waits for" }).getByRole("button", { name: "Idle" }).click();
    await expect.poll(() => groupsOn(board), soon).toEqual(["# Done1", "Only a clone"]);
    expect(new URL(board.page.url()).searchParams.get("attention")).toBe("idle");
  });
});
