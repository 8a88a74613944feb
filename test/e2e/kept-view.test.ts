import { afterAll, beforeAll, expect, it } from "vitest";
import { startServiceWithBoard } from "../support/browser.ts";
import { atRest, type TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

const show = useShow(() => service);

/** A session of which the agent says its title. */
async function named(title: string, git_root: string, favorited: boolean): Promise<number> {
  const { id } = await restedSession(service, `#script say This is ${title}.`, { title, git_root });
  if (favorited) await service.call("POST", `/sessions/${id}/toggle_favorite`);
  return id;
}

it("keeps the view while a person goes through its sessions, archives one and takes that back", async () => {
  const git_root = await service.repository();
  const first = await named("the first", git_root, true);
  const other = await named("the other", git_root, false);
  const last = await named("the last", git_root, true);
  await using board = await show("/?favourites=true");
  const { page } = board;
  const shown = async (): Promise<number[]> =>
    page
      .locator("[data-session]")
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("data-session"))));
  await expect.poll(async () => (await shown()).length, soon).toBe(2);
  const [top = 0, below = 0] = await shown();
  expect([top, below].toSorted((one, two) => one - two)).toEqual([first, last]);
  const isAt = (path: string) => expect.poll(() => new URL(page.url()).pathname, soon).toBe(path);
  const isInView = async (): Promise<void> => {
    await isAt("/");
    expect(new URL(page.url()).searchParams.get("favourites")).toBe("true");
  };

  await page.locator(`[data-session="${top}"] a`).first().focus();
  await page.keyboard.press("Enter");
  await isAt(`/sessions/${top}`);
  await sessionPage(page).says(top === first ? "This is the first." : "This is the last.");
  await page.keyboard.press("]");
  await isAt(`/sessions/${below}`);
  await page.keyboard.press("]");
  await page.keyboard.press("Escape");
  await isInView();
  const lit = () =>
    page.evaluate(() =>
      Number(document.activeElement?.closest("[data-session]")?.getAttribute("data-session")),
    );
  await expect.poll(lit, soon).toBe(below);

  await page.locator(`[data-session="${top}"] a`).first().focus();
  await page.keyboard.press("Enter");
  await isAt(`/sessions/${top}`);
  await page.keyboard.press("e");
  await isAt(`/sessions/${below}`);
  await page.keyboard.press("z");
  await service.waitFor(top, atRest);
  await page.getByRole("link", { name: "Back to the board" }).click();
  await isInView();
  await expect.poll(async () => (await shown()).includes(top), soon).toBe(true);
  expect(await shown()).not.toContain(other);

  await page.locator(`[data-session="${top}"] a`).first().focus();
  await page.keyboard.press("e");
  await expect.poll(lit, soon).toBe(below);
});
