import { AxeBuilder } from "@axe-core/playwright";
import type { BoardPage } from "./browser.ts";

/** What axe finds wrong and grave, one line each. */
export async function graveViolations({ page }: BoardPage): Promise<string[]> {
  // Legacy mode spares a second page per look; it leaves out frames of other origins, which the board has none of.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${any[0]?.message ?? ""} ${html.slice(0, 200)}`),
    );
}
