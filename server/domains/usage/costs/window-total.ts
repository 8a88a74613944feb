import type { Sql } from "../../../db/open.ts";
import { dollars, type OwnRate, priceList } from "../../pricing/prices/index.ts";
import type { CostSoFar } from "../calls/model.ts";
import { type CellQuery, oneBucket, readCells } from "./cells.ts";
import { totalsOf } from "./totals.ts";

export interface TotalQuery extends Pick<CellQuery, "from" | "to" | "prompts" | "instants"> {
  ownRates: readonly OwnRate[];
}

/** What all calls of a window came to, without any breakdown. */
export function readTotal(sql: Sql, { ownRates, ...window }: TotalQuery): CostSoFar {
  const query = { ...window, ...oneBucket, scope: { agentRoot: null, sessionId: null } };
  const { all, unpriced } = totalsOf(readCells(sql, query), priceList(ownRates), query);
  return { usd: dollars(all.nanos), tokens: all.tokens, unpriced_models: [...unpriced].sort() };
}
