import { graveViolations } from "./axe.ts";
import { isWiderThanScreen } from "./board-page.ts";
import type { BoardPage } from "./browser.ts";

/** What can differ between the light and the dark look of a page. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * The problems of the page, one line each: wider than the screen, serious violations in the light look, or unreadable colors
 * in the dark one. Takes a screenshot of both looks, and leaves the light one active.
 */
export async function visualAudit(board: BoardPage, name: string): Promise<string[]> {
  const wider = (await isWiderThanScreen(board)) ? ["wider than the screen"] : [];
  const light = await graveViolations(board);
  await board.picture(`${name}-light`);
  await board.page.emulateMedia({ colorScheme: "dark" });
  const dark = await graveViolations(board, colourRules);
  await board.picture(`${name}-dark`);
  await board.page.emulateMedia({ colorScheme: "light" });
  return [...wider, ...light, ...dark.map((line) => `in the dark: ${line}`)];
}
