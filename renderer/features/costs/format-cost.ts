import type { CostSoFar } from "../../../server/domains/transcripts/usage/model.ts";

const cents = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const whole = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

function plainDollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return "<$0.01";
  return usd < 1_000 ? cents.format(usd) : whole.format(usd);
}

/** Signs beside a figure stay on their side where the page runs from right to left: U+2066 and U+2069 isolate. */
const figure = (text: string): string => (/^[^<+]*$/.test(text) ? text : `\u2066${text}\u2069`);

/** "<$0.01", "$1.24", "$1,240": no more digits than say something. */
export const formatDollars = (usd: number): string => figure(plainDollars(usd));

/** "840", "84K", "1.2M". */
export const formatCount = (count: number): string => short.format(count);

const nothingPriced = ({ usd, unpriced_models: unpriced }: CostSoFar): boolean =>
  usd === 0 && unpriced.length > 0;

/** Dollars alone, a plus where a price is missing; null where none is known. */
export const formatKnownCost = (cost: CostSoFar): string | null =>
  nothingPriced(cost)
    ? null
    : figure(`${plainDollars(cost.usd)}${cost.unpriced_models.length > 0 ? "+" : ""}`);

/** What a row has room for: dollars, or tokens where no price is known; a plus where one is missing. */
export const formatCost = (cost: CostSoFar): string =>
  formatKnownCost(cost) ?? `${formatCount(cost.tokens)} tokens`;

/** The same in a sentence. */
export function costSentence(cost: CostSoFar): string {
  const tokens = `${formatCount(cost.tokens)} tokens so far`;
  const unknown = `no price is known for ${cost.unpriced_models.join(", ")}`;
  if (nothingPriced(cost)) return `${tokens}; ${unknown}`;
  const spent = `${formatDollars(cost.usd)} at list price, ${tokens}`;
  return cost.unpriced_models.length > 0 ? `${spent}; ${unknown}` : spent;
}
