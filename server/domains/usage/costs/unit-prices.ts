import type { PriceList, PriceParts } from "../../pricing/prices/index.ts";
import type { CellQuery } from "./cells.ts";

/** One of each, so that the parts of its price are the prices of one token; of two cached ones, one is kept an hour. */
const oneOfEach = {
  inputTokens: 1,
  outputTokens: 1,
  cacheReadTokens: 1,
  cacheCreationTokens: 2,
  cacheCreation1hTokens: 1,
  webSearchRequests: 1,
};

type Steps = Pick<CellQuery, "prompts" | "instants">;

/** The prices of one token by model, length of the prompt and moment; each is looked up once. */
export function unitPrices(prices: PriceList, { prompts, instants }: Steps) {
  const known = new Map<string, (PriceParts | null)[]>();
  const moments = instants.length + 1;
  return (model: string, promptTokens: number, calledAt: number): PriceParts | null => {
    let at = 0;
    for (const limit of prompts) if (promptTokens > limit) at += moments;
    for (const instant of instants) if (calledAt >= instant) at += 1;
    let ofModel = known.get(model);
    if (!ofModel) {
      ofModel = [];
      known.set(model, ofModel);
    }
    let parts = ofModel[at];
    if (parts === undefined) {
      parts = prices.partsOf({ model, promptTokens, calledAt }, oneOfEach);
      ofModel[at] = parts;
    }
    return parts;
  };
}
