import type { Locator } from "playwright-core";
import { storageKeys } from "../../renderer/lib/storage-keys.ts";
import { pageKeyHeader } from "../../server/domains/access/browser-sign-ins/model.ts";
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

/** Sends a request like the page itself, with its cookie and its page key. */
export const requestFromPage = (
  { page }: BoardPage,
  sent: { method: string; path: string; body: unknown },
): Promise<number> =>
  page.evaluate(
    async ({ method, path, body, storageKey, header }) => {
      const pageKey = JSON.parse(localStorage.getItem(storageKey) ?? "null") as string | null;
      const headers = { "content-type": "application/json", ...(pageKey !== null && { [header]: pageKey }) };
      const response = await fetch(`/ui/v1${path}`, { method, headers, body: JSON.stringify(body) });
      return response.status;
    },
    { ...sent, storageKey: storageKeys.pageKey.key, header: pageKeyHeader },
  );
