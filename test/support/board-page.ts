import type { Locator } from "playwright-core";
import type { BoardPage } from "./browser.ts";

const list = ({ page }: BoardPage): Locator => page.getByLabel("Sessions", { exact: true });

/** The heading of each group with the titles under it, as they stand on the screen. */
export const groupsOn = (board: BoardPage): Promise<string[]> =>
  list(board)
    .locator("h2, [data-row]")
    .evaluateAll((elements) =>
      elements.map((element) => {
        const title = element.querySelector("a span[title]");
        return title === null ? `# ${element.textContent}` : (title.textContent ?? "");
      }),
    );

/** The row of the session with this title, or with a part of it. */
export const rowOf = (board: BoardPage, title: string): Locator =>
  list(board).locator("[data-row]").filter({ hasText: title });

/** Chooses from the menu of a row. */
export async function act(board: BoardPage, title: string, action: string): Promise<void> {
  await rowOf(board, title).hover();
  await rowOf(board, title)
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await board.page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** A key of two steps. They go off together, since the page waits for the second no longer than a moment. */
export const pressBoth = async ({ page }: BoardPage, first: string, second: string): Promise<void> => {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
};

/** A phone shrinks what is too wide until it fits, so its own word for the width says nothing. */
export const isWiderThanScreen = async ({ page }: BoardPage): Promise<boolean> =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) > (page.viewportSize()?.width ?? 0);

/** The titles of the rows that are shown, in their order. */
export const titlesOn = async (board: BoardPage): Promise<string[]> =>
  (await groupsOn(board)).filter((line) => !line.startsWith("#"));
