import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import type { BoardPage } from "./browser.ts";

/** In place of axe's half a megabyte, for a page that has read it. */
const noSource = { axeSource: "0" };

const isThere = (page: Page): Promise<boolean> => page.evaluate("typeof axe === 'object'");

interface Finding {
  grave: boolean;
  line: string;
}

async function findings({ page }: BoardPage, rules?: readonly string[]): Promise<Finding[]> {
  // Legacy mode spares a second page per look; it leaves out frames of other origins, which the board has none of.
  const axe = new AxeBuilder({ page, ...((await isThere(page)) && noSource) }).setLegacyMode(true).options({
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: [...rules] } }),
  });
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ html, any }) => ({
      grave: impact === "serious" || impact === "critical",
      line: `${id}: ${any[0]?.message ?? ""} ${html.slice(0, 200)}`,
    })),
  );
}

/** What axe finds wrong, one line each; `rules` asks for these alone. */
export const violations = async (board: BoardPage, rules?: readonly string[]): Promise<string[]> =>
  (await findings(board, rules)).map(({ line }) => line);

/** What axe finds wrong and grave, one line each: for what is open on a page in the middle of a test. */
export const graveViolations = async (board: BoardPage, rules?: readonly string[]): Promise<string[]> =>
  (await findings(board, rules)).flatMap(({ grave, line }) => (grave ? [line] : []));
