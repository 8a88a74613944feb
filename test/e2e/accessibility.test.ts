import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
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
    "Look at it.\n#script bash cmd=echo out; exit 3\n#script say A [link](https://x.test), `code` and:\\n\\n```ts\\nconst a = 1; // why\\n```";
  sessionId = (await restedSession(service, prompt)).id;
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** What axe finds wrong and grave, one line each. */
async function graveViolations({ page }: BoardPage): Promise<string[]> {
  // Legacy mode spares a second page per look; it leaves out frames of other origins, which the board has none of.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? ""} ${html.slice(0, 200)}`),
    );
}

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
