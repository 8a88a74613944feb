import type { HealthLine, HealthState } from "../../../../server/domains/installation/health/model.ts";
import { text } from "./text.ts";

const weight: Record<HealthState, number> = { critical: 0, warning: 1, healthy: 2 };

/** What needs attention first, each kind in the order of the report. */
const byUrgency = (lines: readonly HealthLine[]): HealthLine[] =>
  lines.toSorted((a, b) => weight[a.state] - weight[b.state]);

/** The lines to show at first: what is wrong, or everything if asked. */
export const shownLines = (lines: readonly HealthLine[], isAll: boolean): HealthLine[] =>
  byUrgency(lines).filter(({ state }) => isAll || state !== "healthy");

/** The settings page that mends a line; null if an action on the health page does. */
export function pageOf(lever: HealthLine["lever"]): { section: string; label: string } | null {
  switch (lever) {
    case "backups":
      return { section: "data", label: text.links.backups };
    case "data":
      return { section: "data", label: text.links.data };
    case "catalog":
      return { section: "catalog", label: text.links.catalog };
    case "connectors":
      return { section: "connectors", label: text.links.connectors };
    case "devices":
      return { section: "network", label: text.links.devices };
    default:
      return null;
  }
}

/** A number that a person typed, within its limits; null for anything else. */
export function wholeNumber(typed: string, limits: { least: number; most: number }): number | null {
  const number = Number(typed);
  return Number.isInteger(number) && number >= limits.least && number <= limits.most ? number : null;
}
