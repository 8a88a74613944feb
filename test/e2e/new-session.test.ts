import { afterAll, beforeAll, expect, it } from "vitest";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { graveViolations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { atRest, type TestService } from "../support/service.ts";
import { soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { type Shown, useShow } from "./open-page.ts";

let service: TestService;
let git_root: string;
const show = useShow(() => service);

beforeAll(async () => {
  service = await startServiceWithBoard();
  git_root = await service.repository();
  await restedSession(service, "#script say The first is done.", { title: "The first", git_root });
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

const composer = ({ page }: Shown) => page.getByRole("dialog", { name: "New session" });
const prompt = ({ page }: Shown) => page.getByLabel("Prompt", { exact: true });

async function sessionsAsked(words: string): Promise<Session[]> {
  const { body } = await service.call<{ sessions: Session[] }>("GET", "/sessions?per_page=100");
  return body.sessions.filter((session) => session.prompt === words);
}

/** Opens the composer by its key, on a page that has its rows and so listens to keys. */
async function openByKey({ page }: Shown): Promise<void> {
  await page.getByRole("main").getByText("The first", { exact: true }).first().waitFor();
  await page.keyboard.press("n");
}

/** What has the focus, by its text. */
const focused = ({ page }: Shown) => page.evaluate(() => document.activeElement?.textContent ?? "");

it("starts a session in the last repository with two keys besides the words", async () => {
  await using board = await show("/inbox");
  const { page } = board;
  await page.getByRole("heading", { name: "Inbox", level: 1 }).waitFor();
  let keys = 0;
  const press = (key: string) => {
    keys += 1;
    return page.keyboard.press(key);
  };
  await press("n");
  // Typed at once, before the form needs to have loaded.
  await page.keyboard.type("#script say Started by two keys.");
  await expect.poll(() => prompt(board).inputValue(), soon).toBe("#script say Started by two keys.");
  expect(new URL(page.url()).pathname).toBe("/inbox");
  await press("ControlOrMeta+Enter");
  await board.session.says("Started by two keys.");
  expect(keys).toBe(2);
  const [started] = await sessionsAsked("#script say Started by two keys.");
  expect(started?.git_root).toBe(git_root);
});

it("lies over the page: Escape closes one thing at a time, keeps the draft and gives the focus back", async () => {
  await using board = await show("/");
  const { page } = board;
  await page.getByRole("main").getByText("The first", { exact: true }).first().waitFor();
  await page.keyboard.press("j");
  const row = await focused(board);
  expect(row).not.toBe("");
  await page.keyboard.press("n");
  await prompt(board).fill("Half a thought");
  await page.getByLabel("Branch").click();
  await page.getByRole("option", { name: "main" }).waitFor();
  await page.getByLabel("Branch").fill("ma");
  await page.keyboard.press("Escape");
  await page.getByRole("option", { name: "main" }).waitFor({ state: "detached" });
  expect(await page.getByLabel("Branch").inputValue()).toBe("ma");
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("dialog", { name: "Templates" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Templates" }).waitFor({ state: "detached" });
  await composer(board).waitFor();
  await page.keyboard.press("Escape");
  await composer(board).waitFor({ state: "detached" });
  expect(await focused(board)).toBe(row);
  await page.keyboard.press("n");
  await expect.poll(() => prompt(board).inputValue(), soon).toBe("Half a thought");
  expect(await page.getByLabel("Branch").inputValue()).toBe("ma");
  await board.page.getByRole("button", { name: "Discard draft" }).click();
  await page.getByText("Draft discarded.").waitFor();
  expect(await page.getByLabel("Repository", { exact: true }).inputValue()).toBe(git_root);
});

it("starts several sessions at once, and stays on the page", async () => {
  await using board = await show("/?view=created_desc");
  const { page } = board;
  const words = "#script say One of three.";
  await openByKey(board);
  await prompt(board).fill(words);
  await page.getByLabel("Number of sessions").selectOption("3");
  await board.picture("new-session-three");
  await page.getByRole("button", { name: "Start 3 sessions" }).click();
  await page.getByText("3 sessions started").waitFor();
  await composer(board).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?view=created_desc");
  const started = await sessionsAsked(words);
  expect(started).toHaveLength(3);
  for (const { id } of started) await service.waitFor(id, atRest);
});

it("offers the last prompts again", async () => {
  await using board = await show("/");
  const { page } = board;
  await openByKey(board);
  await page.getByRole("button", { name: "Recent prompts" }).click();
  await board.picture("new-session-recent");
  await page.getByRole("menuitem", { name: "#script say Started by two keys." }).click();
  await expect.poll(() => prompt(board).inputValue(), soon).toBe("#script say Started by two keys.");
  // The three sessions that were started at once asked the same.
  await page.getByRole("button", { name: "Recent prompts" }).click();
  await expect.poll(() => page.getByRole("menuitem", { name: "One of three" }).count(), soon).toBe(1);
});

it.each(["light", "dark"] as const)(
  "is opened by its address, with every setting in reach (%s)",
  async (look) => {
    await using board = await show("/sessions/new?prompt=From%20outside", { look });
    const { page } = board;
    await expect.poll(() => prompt(board).inputValue(), soon).toBe("From outside");
    for (const label of ["Repository", "Branch", "Runtime", "Model", "Goal", "Sandbox", "Number of sessions"])
      await page.getByLabel(label, { exact: true }).waitFor();
    await board.picture(`new-session-composer-${look}`);
    expect(await graveViolations(board)).toEqual([]);
    await composer(board).locator("summary").click();
    for (const label of [
      "Title",
      "Subdirectory",
      "Scheduling class",
      "MCP servers",
      "Skills",
      "Hooks",
      "Plugins",
    ])
      await page.getByLabel(label, { exact: true }).waitFor();
    await page.getByLabel("Goal", { exact: true }).selectOption({ label: "Custom goal" });
    await page.getByText("Enter a goal or choose another.").waitFor();
    await page.getByLabel("Custom goal").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await composer(board).waitFor({ state: "detached" });
  },
);

it("fills the screen of a phone, without anything beside it", async () => {
  await using board = await show("/", { size: "phone" });
  const { page } = board;
  await page.getByRole("link", { name: "New" }).click();
  await prompt(board).waitFor();
  const size = page.viewportSize();
  await expect
    .poll(() => composer(board).boundingBox(), soon)
    .toEqual({ x: 0, y: 0, width: size?.width, height: size?.height });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await board.picture("new-session-phone");
  expect(await graveViolations(board)).toEqual([]);
});
