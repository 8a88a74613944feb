import type { CostSoFar } from "../../../server/domains/usage/calls/model.ts";
import { formatText } from "./format-text.ts";

const cents = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const whole = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function plainDollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return "<$0.01";
  return usd < 1_000 ? cents.format(usd) : whole.format(usd);
}

/** Isolates a figure with U+2066 and U+2069, so that its signs keep their side on right-to-left pages. */
const isolate = (figure: string): string => (/^[^<+]*$/.test(figure) ? figure : `\u2066${figure}\u2069`);

/** "<$0.01", "$1.24", "$1,240": only significant digits. */
export const formatDollars = (usd: number): string => isolate(plainDollars(usd));

/** "840", "84K", "1.2M". */
export const formatCount = (count: number): string => short.format(count);

const nothingPriced = ({ usd, unpriced_models: unpriced }: CostSoFar): boolean =>
  usd === 0 && unpriced.length > 0;

/** The cost in dollars, with a plus if some price is unknown; null if all are. */
export const formatKnownCost = (cost: CostSoFar): string | null =>
  nothingPriced(cost)
    ? null
    : isolate(`${plainDollars(cost.usd)}${cost.unpriced_models.length > 0 ? "+" : ""}`);

/** The short form for rows: dollars, or tokens if no price is known. */
export const formatCost = (cost: CostSoFar): string =>
  formatKnownCost(cost) ?? formatText.tokens(formatCount(cost.tokens));

/** The cost as a sentence. */
export function costSentence(cost: CostSoFar): string {
  const tokens = formatText.tokensSoFar(formatCount(cost.tokens));
  const unknown = formatText.noPriceFor(cost.unpriced_models.join(", "));
  if (nothingPriced(cost)) return `${tokens}; ${unknown}`;
  const spent = formatText.listPrice(formatDollars(cost.usd), tokens);
  return cost.unpriced_models.length > 0 ? `${spent}; ${unknown}` : spent;
}
