import { graveViolations } from "./axe.ts";
import { isWiderThanScreen } from "./board-page.ts";
import type { BoardPage } from "./browser.ts";

/** All that can differ between the two looks of the same page. */
const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * What is wrong with the page as it stands, one line each: wider than the screen, grave in the light look, or of a
 * colour that cannot be read in the dark one. Takes a picture of both looks, and leaves the light one.
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
