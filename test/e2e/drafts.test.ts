import { afterAll, beforeAll, expect, it } from "vitest";
import { tabIdKey } from "../../renderer/lib/storage-keys.ts";
import { type BoardPage, startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession } from "../support/sessions.ts";
import { useShow } from "./show.ts";

const show = useShow(() => service);
let service: TestService;

beforeAll(async () => {
  service = await startServiceWithBoard();
});
afterAll(() => service[Symbol.asyncDispose]());

/** Another tab of the same browser, which begins with a copy of the first one's own storage. */
async function duplicate({ page, context }: BoardPage) {
  const copied = await page.evaluate((key) => sessionStorage.getItem(key), tabIdKey);
  const second = await context.newPage();
  await second.addInitScript(
    ({ key, value }) => {
      if (value !== null && sessionStorage.length === 0) sessionStorage.setItem(key, value);
    },
    { key: tabIdKey, value: copied },
  );
  await second.goto(page.url());
  return second;
}

it("shows one unsent message of a session in every tab, and none once it is sent", async () => {
  const { id } = await restedSession(service);
  await using board = await show(`/sessions/${id}`);
  const first = board.session.composer;
  await first.fill("Half a thought");
  const second = sessionPage(await duplicate(board));
  await second.composer.waitFor();
  await expect.poll(() => second.composer.inputValue(), soon).toBe("Half a thought");
  await second.composer.fill("A whole thought");
  await expect.poll(() => first.inputValue(), soon).toBe("A whole thought");
  await board.session.send("#script say Thought of.");
  await expect.poll(() => second.composer.inputValue(), soon).toBe("");
  await second.says("Thought of.");
});

it("gives a duplicated tab a form of its own, and offers it what the other holds", async () => {
  await using board = await show("/sessions/new");
  const promptOf = (page: BoardPage["page"]) => page.getByLabel("Prompt");
  await promptOf(board.page).fill("From the first tab");
  const second = await duplicate(board);
  await promptOf(second).waitFor();
  await second.getByLabel("An unsent draft").getByText("From the first tab").waitFor();
  expect(await promptOf(second).inputValue()).toBe("");

  await promptOf(second).fill("From the second");
  await expect
    .poll(() => second.evaluate(() => localStorage.getItem("signalbox.drafts")), soon)
    .toContain("From the second");
  for (const [page, text] of [
    [board.page, "From the first tab"],
    [second, "From the second"],
  ] as const) {
    await page.reload();
    await expect.poll(() => promptOf(page).inputValue(), soon).toBe(text);
  }
});
