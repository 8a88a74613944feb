import type { CostSoFar } from "../../../server/domains/usage/calls/model.ts";
import { costSentence, formatCost } from "./format-cost.ts";
import { text } from "./text.ts";

/** The cost of a session so far; nothing before the first call to a model. */
export function CostLabel({ cost }: { cost: CostSoFar | null | undefined }) {
  if (!cost) return null;
  return (
    <span title={costSentence(cost)} className="shrink-0 text-2xs tabular-nums">
      <span className="sr-only">{text.costLabel.prefix} </span>
      {formatCost(cost)}
    </span>
  );
}
