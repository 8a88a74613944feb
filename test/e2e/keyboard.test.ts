import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { violations } from "../support/axe.ts";
import { startServiceWithBoard } from "../support/browser.ts";
import { openServiceDatabase } from "../support/database-dump.ts";
import { atRest, type TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

let service: TestService;
let git_root: string;

beforeAll(async () => {
  service = await startServiceWithBoard();
  git_root = await service.repository();
});
afterAll(() => service[Symbol.asyncDispose]());

const show = useShow(() => service);

/** Presses keys and counts them. Typed text does not count: it is what a person wants to say. */
function counter(page: Page) {
  let pressed = 0;
  return {
    count: () => pressed,
    async press(...keys: string[]) {
      for (const key of keys) {
        pressed += 1;
        await page.keyboard.press(key);
      }
    },
  };
}

it("opens the search of a window enlarged to 200 % with one key", async () => {
  await using board = await show("/");
  const { page } = board;
  await page.setViewportSize({ width: 720, height: 450 });
  for (const [path, label] of [
    ["/", "Search titles and metadata"],
    ["/inbox", "Search the inbox"],
  ] as const) {
    await board.open(path);
    await page.locator("h1").waitFor({ state: "attached" });
    await page.keyboard.press("/");
    const isFocused = () =>
      page.getByRole("textbox", { name: label }).evaluate((field) => field === document.activeElement);
    await expect.poll(isFocused, soon).toBe(true);
  }
});

it("starts a session with two keys around what is typed", async () => {
  await using board = await show("/");
  const { page } = board;
  await page.getByRole("heading", { name: "Board", exact: true }).waitFor();
  const keys = counter(page);
  await keys.press("n");
  await page.getByLabel("Prompt", { exact: true }).waitFor();
  await page.getByLabel("Repository", { exact: true }).fill(git_root);
  await page.getByLabel("Prompt", { exact: true }).fill("#script say Started.");
  await keys.press("ControlOrMeta+Enter");
  await sessionPage(page).says("Started.");
  expect(keys.count()).toBe(2);
});

it("replies from the inbox with two keys at an entry, which undoes its dismissal and has the session's draft", async () => {
  const { id } = await restedSession(service, "#script say Done.", { title: "Broken clone" });
  const message = "I could not find the branch.";
  await service.call("POST", "/notifications/push", { session_id: id, message });
  await using board = await show("/inbox");
  const { page } = board;
  const entry = page.getByRole("listitem").filter({ hasText: "Broken clone" });
  await entry.getByRole("link").focus();
  const keys = counter(page);
  await keys.press("r");
  const field = entry.getByRole("textbox", { name: "Message", exact: true });
  await field.waitFor();
  await expect.poll(() => field.evaluate((node) => node === document.activeElement), soon).toBe(true);
  await page.keyboard.type("Try the other branch.");
  await board.picture("inbox-reply");
  expect(await violations(board)).toEqual([]);
  await keys.press("Escape");
  await field.waitFor({ state: "detached" });
  await keys.press("r");
  expect(await field.inputValue()).toBe("Try the other branch.");
  await keys.press("ControlOrMeta+Enter");
  await entry.waitFor({ state: "detached" });
  expect(keys.count()).toBe(4);
  await page.getByRole("button", { name: "Undo" }).click();
  await entry.waitFor();
  const said = async () => (await service.call("GET", `/sessions/${id}?include_transcript=true`)).body;
  await expect.poll(async () => JSON.stringify(await said()), soon).toContain("Try the other branch.");
});

it("answers a session with three keys from the board", async () => {
  const { id } = await restedSession(service, "#script say Done.", { title: "Answer me", git_root });
  await using board = await show("/");
  const { page } = board;
  await page.locator(`[data-session="${id}"] a`).first().focus();
  const keys = counter(page);
  await keys.press("Enter");
  await sessionPage(page).says("Done.");
  await keys.press("r");
  await page.keyboard.type("#script say Answered.");
  await keys.press("ControlOrMeta+Enter");
  await sessionPage(page).says("Answered.");
  expect(keys.count()).toBe(3);
});

it("archives a session with one key and undoes it with another", async () => {
  const { id } = await restedSession(service, "#script say Done.", { title: "Archive me", git_root });
  await using board = await show("/");
  const { page } = board;
  const row = page.locator(`[data-session="${id}"]`);
  await row.locator("a").first().focus();
  const keys = counter(page);
  await keys.press("e");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await keys.press("z");
  expect(keys.count()).toBe(2);
  await row.waitFor();
});

it("comments on a changed line with two keys around what is typed", async () => {
  const { id } = await restedSession(service, "#script write_file path=new.txt text=one\n#script say Done.", {
    git_root,
  });
  await using board = await show(`/sessions/${id}?tab=changes&panel=none`);
  const { page } = board;
  await page.locator("button[data-line]").first().focus();
  const keys = counter(page);
  await keys.press("Enter");
  await page.keyboard.type("Say two.");
  await keys.press("ControlOrMeta+Enter");
  await page.getByLabel(/^Your comment on line 1/).waitFor();
  expect(keys.count()).toBe(2);
});

it("asks the agent to merge with three keys from the board", async () => {
  const { id } = await restedSession(service, "#script say Opened it.", { title: "Merge me", git_root });
  using data = openServiceDatabase(service);
  const { lastInsertRowid } = data.sql
    .prepare(
      "INSERT INTO pull_requests (url, owner, repo, number, title, state, is_draft, ci, polled_at, created_at) VALUES ('https://github.com/acme/site/pull/8', 'acme', 'site', 8, 'Greet', 'open', 0, 'pass', 1, 1)",
    )
    .run();
  data.sql
    .prepare(
      "INSERT INTO session_pull_requests (session_id, pull_request_id, evidence, followed, first_seen_at) VALUES (?, ?, 'created', 1, 1)",
    )
    .run(id, lastInsertRowid);
  await using board = await show("/");
  const { page } = board;
  await page.locator(`[data-session="${id}"] a`).first().focus();
  const keys = counter(page);
  await keys.press("Enter");
  await page.getByRole("button", { name: "Ask the agent to merge it" }).waitFor();
  await keys.press("m");
  const confirm = page.getByRole("button", { name: "Ask to merge" });
  await confirm.waitFor();
  await expect.poll(() => confirm.evaluate((node) => node === document.activeElement), soon).toBe(true);
  await board.picture("merge-question");
  await keys.press("Enter");
  await page.getByText("The session has been asked to merge").waitFor();
  expect(keys.count()).toBe(3);
  await service.waitFor(id, atRest);
});
