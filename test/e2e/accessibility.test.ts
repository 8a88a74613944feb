import { afterAll, beforeAll, expect, it } from "vitest";
import { graveViolations } from "../support/axe.ts";
import { openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
import type { TestService } from "../support/service.ts";
import { sessionPage } from "../support/session-page.ts";
import { createSession, failedSession, restedSession } from "../support/sessions.ts";

const browser = useBrowser();
let service: TestService;
let sessionId = 0;

beforeAll(async () => {
  service = await startServiceWithBoard();
  await Promise.all([failedSession(service), createSession(service, { title: "Waits" })]);
  const prompt =
    "Look at it.\n#script bash cmd=echo out; exit 3\n#script say A [link](https://x.test), `code` and:\\n\\n```ts\\nconst a = 1; // why\\n```";
  sessionId = (await restedSession(service, prompt)).id;
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

it.each(["light", "dark"] as const)(
  "has no grave fault in a %s look on the board, the form, a session, its log and the palette",
  async (look) => {
    await using board = await openBoard(browser(), { url: service.url, look });
    const { page } = board;
    await board.open("/");
    await page.getByRole("link", { name: /Look at/ }).waitFor();
    expect.soft(await graveViolations(board), "board").toEqual([]);
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option", { name: /Look at/ }).waitFor();
    expect.soft(await graveViolations(board), "palette").toEqual([]);

    await board.open("/sessions/new");
    await page.locator("summary").click();
    await page.getByLabel("Title").waitFor();
    await board.picture(`new-session-more-${look}`);
    expect.soft(await graveViolations(board), "new session").toEqual([]);

    await board.open(`/sessions/${sessionId}?panel=log`);
    await page.getByLabel("Log lines, newest first").waitFor();
    await sessionPage(page).transcript.getByText("const", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: /^bash/ }).click();
    await page.getByText("Input", { exact: true }).waitFor();
    await board.picture(`session-unfolded-${look}`);
    expect.soft(await graveViolations(board), "session").toEqual([]);
  },
);
