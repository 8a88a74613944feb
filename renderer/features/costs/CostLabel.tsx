import type { CostSoFar } from "../../../server/domains/transcripts/usage/model.ts";
import { costSentence, formatCost } from "./format-cost.ts";

/** What a session came to so far; nothing while no call to a model was seen. */
export function CostLabel({ cost }: { cost: CostSoFar | null | undefined }) {
  if (!cost) return null;
  return (
    <span title={costSentence(cost)} className="shrink-0 text-2xs tabular-nums">
      <span className="sr-only">Cost so far: </span>
      {formatCost(cost)}
    </span>
  );
}
