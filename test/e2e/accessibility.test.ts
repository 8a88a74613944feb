import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoardPage, openBoard, startServiceWithBoard, useBrowser } from "../support/browser.ts";
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
    "Work.\n#script bash cmd=echo out; exit 3\n#script say A [link](https://x.test), `code` and:\\n\\n```ts\\nconst a = 1; // why\\n```";
  sessionId = (await restedSession(service, prompt)).id;
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** What axe finds wrong and grave, one line each. */
async function graveViolations({ page }: BoardPage): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? ""} ${html.slice(0, 200)}`),
    );
}

describe.each([
  { look: "light", size: "desk" },
  { look: "dark", size: "desk" },
  { look: "dark", size: "phone" },
] as const)("in a $look look on a $size", ({ look, size }) => {
  it("has no grave fault on the board, the form, a session, its log and the palette", async () => {
    await using board = await openBoard(browser(), { url: service.url, look, size });
    const { page } = board;
    await board.open("/");
    await page.getByRole("link", { name: /Work/ }).waitFor();
    expect.soft(await graveViolations(board), "board").toEqual([]);
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("option", { name: /Work/ }).waitFor();
    expect.soft(await graveViolations(board), "palette").toEqual([]);

    await board.open("/sessions/new");
    await page.getByText("More", { exact: true }).click();
    await page.getByLabel("Title").waitFor();
    await board.picture(`new-session-more-${look}-${size}`);
    expect.soft(await graveViolations(board), "new session").toEqual([]);

    await board.open(`/sessions/${sessionId}?panel=none`);
    await sessionPage(page).transcript.getByText("const", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: /^bash/ }).click();
    await page.getByText("Input", { exact: true }).waitFor();
    await board.picture(`session-unfolded-${look}-${size}`);
    expect.soft(await graveViolations(board), "session").toEqual([]);
    await board.open(`/sessions/${sessionId}?panel=log`);
    await page.getByLabel("Log lines, newest first").waitFor();
    expect.soft(await graveViolations(board), "log").toEqual([]);
    await board.picture(`session-log-${look}-${size}`);
  });
});
