import type { Sql } from "../../../db/open.ts";
import { dollars, type OwnRate, type PriceList, priceList } from "../prices/index.ts";
import { folded, type Priced, pricing, spentOf, type Tally, tallies, tallyOf } from "./adding-up.ts";
import {
  type Cell,
  type CellQuery,
  readWindow,
  type SessionCell,
  titlesOf,
  type WindowCells,
} from "./cells.ts";
import {
  type CostComponent,
  type CostReport,
  type CostSums,
  type CostWindow,
  costComponent,
} from "./model.ts";
import { text } from "./text.ts";
import { bucketMs, bucketName } from "./window.ts";

/** R190: groups beyond these are one row. */
const topGroups = 15;

type PricedCell = Priced<Cell>;

export interface ReportQuery extends CellQuery {
  bucket: CostWindow["bucket"];
  /** What the owner pays instead of list prices. */
  ownRates: readonly OwnRate[];
}

export type WindowSums = CostSums & Pick<CostReport, "previous">;

/** Everything that is added up of a window, and what the window before came to. */
export function readSums(sql: Sql, query: ReportQuery): WindowSums {
  const prices = priceList(query.ownRates);
  const found = readWindow(sql, query);
  return {
    ...rollUp(found, { bucket: query.bucket, prices, titles: (ids) => titlesOf(sql, ids) }),
    previous: spentOf(tallyOf(found.before.map(pricing(prices)))),
  };
}

interface RollUpParts {
  bucket: CostWindow["bucket"];
  prices: PriceList;
  titles(ids: readonly number[]): ReadonlyMap<number, string>;
}

function rollUp(found: WindowCells, { bucket, prices, titles }: RollUpParts): CostSums {
  const priced = pricing(prices);
  const cells = found.cells.map((cell) => priced(cell));
  const ofSessions = cells.filter(({ sum }) => sum.source === null);
  const adHoc = cells.filter(({ sum }) => sum.source !== null);
  return {
    totals: totalsOf(cells, { ofSessions, adHoc }),
    cost_breakdown: breakdownOf(cells),
    by_day: byDay(cells, bucket),
    by_agent_root: folded(
      tallies(ofSessions, ({ agentRoot }) => agentRoot),
      topGroups,
    ).map(({ key, tally, others }) => ({
      agent_root: others === null ? key : text.others(others),
      ...spentOf(tally),
      others,
    })),
    by_model: folded(
      tallies(cells, ({ model }) => model),
      topGroups,
    ).map(({ key, tally, others }) => ({
      model: key ?? text.others(others ?? 0),
      ...spentOf(tally),
      others,
      priced: key === null || prices.isPriced(key),
    })),
    by_thread_kind: tallies(ofSessions, ({ isSubagent }) => isSubagent === 1).map(({ key, tally }) => ({
      kind: key ? "subagent" : "main",
      ...spentOf(tally),
    })),
    by_adhoc_source: folded(
      tallies(adHoc, ({ source }) => source),
      topGroups,
    ).map(({ key, tally, others }) => ({
      source: key ?? text.others(others ?? 0),
      ...spentOf(tally),
      others,
    })),
    top_sessions: topSessions(
      found.sessions.map((cell) => priced(cell)),
      titles,
    ),
    unpriced_models: [
      ...new Set(cells.flatMap(({ parts, sum }) => (parts === null ? [sum.model] : []))),
    ].sort(),
  };
}

function totalsOf(
  cells: readonly PricedCell[],
  parts: { ofSessions: readonly PricedCell[]; adHoc: readonly PricedCell[] },
): CostSums["totals"] {
  const sum = (of: (cell: Cell) => number): number => cells.reduce((total, cell) => total + of(cell.sum), 0);
  const input = sum((cell) => cell.inputTokens);
  const cacheRead = sum((cell) => cell.cacheReadTokens);
  const cacheCreation = sum((cell) => cell.cacheCreationTokens);
  const prompts = input + cacheRead + cacheCreation;
  return {
    ...spentOf(tallyOf(cells)),
    session_cost_usd: dollars(tallyOf(parts.ofSessions).nanos),
    adhoc_cost_usd: dollars(tallyOf(parts.adHoc).nanos),
    input_tokens: input,
    output_tokens: sum((cell) => cell.outputTokens),
    cache_read_tokens: cacheRead,
    cache_creation_tokens: cacheCreation,
    web_search_requests: sum((cell) => cell.webSearchRequests),
    cache_hit_share: prompts === 0 ? null : cacheRead / prompts,
  };
}

const tokensByComponent: Record<CostComponent, (cell: Cell) => number> = {
  input: (cell) => cell.inputTokens,
  output: (cell) => cell.outputTokens,
  cache_read: (cell) => cell.cacheReadTokens,
  cache_write_5m: (cell) => cell.cacheCreationTokens - cell.cacheCreation1hTokens,
  cache_write_1h: (cell) => cell.cacheCreation1hTokens,
  web_search: () => 0,
};

function breakdownOf(cells: readonly PricedCell[]): CostSums["cost_breakdown"] {
  const all = tallyOf(cells).nanos;
  return costComponent.options.map((component) => {
    const nanos = cells.reduce((sum, { parts }) => sum + (parts?.[component] ?? 0), 0);
    const tokens = cells.reduce((sum, cell) => sum + tokensByComponent[component](cell.sum), 0);
    return { component, cost_usd: dollars(nanos), share: all === 0 ? 0 : nanos / all, tokens };
  });
}

function byDay(cells: readonly PricedCell[], bucket: CostWindow["bucket"]): CostSums["by_day"] {
  return [...Map.groupBy(cells, ({ sum }) => sum.bucket)]
    .sort(([one], [other]) => one - other)
    .map(([at, items]) => ({
      day: bucketName(at * bucketMs[bucket], bucket),
      ...spentOf(tallyOf(items)),
      session_cost_usd: dollars(tallyOf(items.filter(({ sum }) => sum.source === null)).nanos),
      adhoc_cost_usd: dollars(tallyOf(items.filter(({ sum }) => sum.source !== null)).nanos),
      roots: groupsOf(tallies(items, ({ agentRoot }) => agentRoot)),
      models: groupsOf(tallies(items, ({ model }) => model)),
    }));
}

const groupsOf = (groups: readonly { key: string | null; tally: Tally }[]) =>
  groups.map(({ key, tally }) => ({ name: key, cost_usd: dollars(tally.nanos), tokens: tally.tokens }));

/** Those whose session was deleted are one row. */
function topSessions(
  items: readonly Priced<SessionCell>[],
  titles: RollUpParts["titles"],
): CostSums["top_sessions"] {
  const groups = folded(
    tallies(items, ({ sessionId }) => sessionId),
    topGroups,
  );
  const known = titles(groups.flatMap(({ key }) => key ?? []));
  return groups.map(({ key, tally, others }) => ({
    session_id: key,
    title: others === null ? (known.get(key ?? 0) ?? text.deletedSessions) : text.others(others),
    ...spentOf(tally),
    others,
  }));
}
