import type { Locator } from "playwright-core";
import type { BoardPage } from "./browser.ts";

const list = ({ page }: BoardPage): Locator => page.getByLabel("Sessions", { exact: true });

/** The heading of each group, followed by its titles, as shown on the page. */
export const groupsOn = (board: BoardPage): Promise<string[]> =>
  list(board)
    .locator("h2, [data-row]")
    .evaluateAll((elements) =>
      elements.map((element) => {
        const title = element.querySelector("a span[title]");
        return title === null ? `# ${element.textContent}` : (title.textContent ?? "");
      }),
    );

/** The row of the session whose title contains this text. */
export const rowOf = (board: BoardPage, title: string): Locator =>
  list(board).locator("[data-row]").filter({ hasText: title });

/** Chooses an action from the menu of a row. */
export async function chooseAction(board: BoardPage, title: string, action: string): Promise<void> {
  await rowOf(board, title).hover();
  await rowOf(board, title)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await board.page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Presses a shortcut of two keys at once, because the page waits only briefly for the second. */
export const pressBoth = async ({ page }: BoardPage, first: string, second: string): Promise<void> => {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
};

/** A phone shrinks wide content until it fits, so this compares the scroll width with the viewport. */
export const isWiderThanScreen = async ({ page }: BoardPage): Promise<boolean> =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) > (page.viewportSize()?.width ?? 0);

/** The titles of the rows, in order. */
export const titlesOn = async (board: BoardPage): Promise<string[]> =>
  (await groupsOn(board)).filter((line) => !line.startsWith("#"));

/** Sends a request like the page itself, signed with its page key. */
export const requestFromPage = (
  { page }: BoardPage,
  sent: { method: string; path: string; body: unknown },
): Promise<number> =>
  page.evaluate(async ({ method, path, body }) => {
    const [target, text] = [`/ui/v1${path}`, JSON.stringify(body)];
    const signed = await globalThis.signalboxSigner?.headers(method, target, text);
    const headers = { "content-type": "application/json", ...signed };
    const response = await fetch(target, { method, headers, body: text });
    return response.status;
  }, sent);
