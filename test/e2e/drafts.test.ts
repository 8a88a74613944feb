import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tabIdKey } from "../../renderer/lib/storage-keys.ts";
import { type BoardPage, startServiceWithBoard } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { sessionPage, soon } from "../support/session-page.ts";
import { restedSession, sessionOf } from "../support/sessions.ts";
import { useShow } from "./open-page.ts";

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

/** Lets a page be busy as it begins, as on a slow machine: it hears late of the name that it asked for. */
const beginsSlowly = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { locks } = navigator;
    locks.request = new Proxy(locks.request, {
      apply(ask, _owner, asked: unknown[]): unknown {
        const answer: unknown = Reflect.apply(ask, locks, asked);
        const end = performance.now() + 900;
        while (performance.now() < end);
        return answer;
      },
    });
  });

/** What the browser keeps of them, as text. */
const storedDrafts = (page: BoardPage["page"]): Promise<string> =>
  page.evaluate(() => {
    const drafts = Object.entries(localStorage).filter(([key]) => key.startsWith("signalbox.draft."));
    return JSON.stringify(drafts.map(([, text]) => String(text)));
  });

it("shows the unsent message of a session in every tab until it is sent", async () => {
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

it("keeps an unsaved title and goal until they are saved or discarded, or the session is archived", async () => {
  const { id, title } = await restedSession(service);
  await using board = await show(`/sessions/${id}?panel=setup`);
  const { page } = board;
  const goal = page.getByRole("region", { name: "Goal" });
  const own = goal.getByLabel("Custom goal");
  await goal.getByRole("button", { name: "Change" }).click();
  await goal.getByLabel("Goal", { exact: true }).selectOption("Custom goal");
  await own.fill("The pears are picked");
  await page.getByRole("button", { name: title, exact: true }).click();
  await page.getByLabel("Title", { exact: true }).fill("Half a title");
  const stored = () => storedDrafts(page);
  await expect.poll(stored, soon).toContain("Half a title");

  await page.reload();
  await goal.getByText("Draft restored.").waitFor();
  expect(await own.inputValue()).toBe("The pears are picked");
  const header = page.getByRole("main").locator("header");
  expect(await header.getByLabel("Title").inputValue()).toBe("Half a title");
  await board.picture("drafts-restored");
  await header.getByRole("button", { name: "Save" }).click();
  await header.getByRole("heading", { name: "Half a title" }).waitFor();
  expect((await sessionOf(service, id)).title).toBe("Half a title");
  await expect.poll(stored, soon).not.toContain("Half a title");

  await board.session.press("Archive");
  await page.getByText("Archived “Half a title”").waitFor();
  await expect.poll(stored, soon).toBe("[]");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(stored, soon).toContain("The pears are picked");
});

it("keeps a message and its files after its upload was canceled, and sends it later", async () => {
  const { id } = await restedSession(service);
  await using board = await show(`/sessions/${id}`, { expected: [/follow_up/] });
  const { page, session, context } = board;
  const network = await context.newCDPSession(page);
  const slowly = (uploadThroughput: number) =>
    network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await page
    .getByLabel("Message the agent")
    .locator("input[type=file]")
    .setInputFiles([{ name: "large.bin", mimeType: "text/plain", buffer: Buffer.alloc(4_000_000, 1) }]);
  const files = page.getByLabel("Attachments").getByRole("listitem");
  await files.waitFor();
  await network.send("Network.enable");
  await slowly(100_000);
  await session.send("See this.\n#script say Seen.");
  await page.getByText(/^[1-9]\d?% sent$/).waitFor();
  await board.picture("composer-upload");
  await session.press("Cancel");
  await page.getByRole("progressbar", { name: "Uploading the files" }).waitFor({ state: "detached" });
  expect(await session.composer.inputValue()).toContain("See this.");
  expect(await files.count()).toBe(1);
  await slowly(-1);
  await session.press("Send");
  await session.says("Seen.");
  await expect.poll(() => files.count(), soon).toBe(0);
  await expect.poll(() => session.composer.inputValue(), soon).toBe("");
});

it("gives a duplicated tab a form of its own and offers the draft of the other tab", async () => {
  await using board = await show("/sessions/new");
  const promptOf = (page: BoardPage["page"]) => page.getByLabel("Prompt", { exact: true });
  const openForm = (page: BoardPage["page"]) => page.getByRole("link", { name: "New session" }).click();
  await promptOf(board.page).fill("From the first tab");
  const second = await duplicate(board);
  await openForm(second);
  await promptOf(second).waitFor();
  await second.getByLabel("Unsent draft").getByText("From the first tab").waitFor();
  expect(await promptOf(second).inputValue()).toBe("");

  await promptOf(second).fill("From the second");
  await expect.poll(() => storedDrafts(second), soon).toContain("From the second");
  for (const [page, text] of [
    [board.page, "From the first tab"],
    [second, "From the second"],
  ] as const) {
    await beginsSlowly(page);
    await page.reload();
    await openForm(page);
    await expect.poll(() => promptOf(page).inputValue(), soon).toBe(text);
  }
});
