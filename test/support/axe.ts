import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import type { BoardPage } from "./browser.ts";

/** Replaces axe's half a megabyte in a page that has loaded it already. */
const noSource = { axeSource: "0" };

const isThere = (page: Page): Promise<boolean> => page.evaluate("typeof axe === 'object'");

interface Finding {
  grave: boolean;
  line: string;
}

async function findings({ page }: BoardPage, rules?: readonly string[]): Promise<Finding[]> {
  // Legacy mode avoids a second page per check. It skips frames of other origins, which the board does not have.
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

/** The violations that axe finds, one line each; `rules` limits the check to these. */
export const violations = async (board: BoardPage, rules?: readonly string[]): Promise<string[]> =>
  (await findings(board, rules)).map(({ line }) => line);

/** The serious violations that axe finds, one line each, for a page in the middle of a test. */
export const graveViolations = async (board: BoardPage, rules?: readonly string[]): Promise<string[]> =>
  (await findings(board, rules)).flatMap(({ grave, line }) => (grave ? [line] : []));
