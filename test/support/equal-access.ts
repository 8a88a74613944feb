import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Checker } from "accessibility-checker-engine";
import type { BoardPage } from "./browser.ts";

/** What its script leaves in the page. */
type Engine = { Checker: typeof Checker };

const source = await readFile(createRequire(import.meta.url).resolve("accessibility-checker-engine"), "utf8");

/**
 * A scrolling region takes the focus, so that the keyboard can scroll it, as axe demands; the skip link lies before all
 * landmarks, as the page's first element.
 */
const leftToAxe = [
  /^element_tabbable_role_valid: .*(?:\bregion\b|data-virtuoso-scroller)/,
  /^aria_content_in_landmark: .*href="#main"/,
];

/**
 * The failures that IBM's Equal Access engine is sure of, one line each. It judges names, roles and structure by other rules
 * than axe. Opens what is folded, since a field in a closed `details` has no label that it can see.
 */
export async function equalAccessFailures({ page }: BoardPage): Promise<string[]> {
  if (await page.evaluate("typeof ace === 'undefined'"))
    await page.evaluate(`${source};globalThis.ace = ace; 0`);
  const lines = await page.evaluate(async () => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    const { ace } = globalThis as unknown as { ace: Engine };
    const { results } = await new ace.Checker().check(document, ["IBM_Accessibility"]);
    return results.flatMap(({ value, ruleId, message, snippet }) =>
      value[0] === "VIOLATION" && value[1] === "FAIL"
        ? [`${ruleId}: ${message} ${snippet.slice(0, 300)}`]
        : [],
    );
  });
  return lines.filter((line) => !leftToAxe.some((known) => known.test(line)));
}
