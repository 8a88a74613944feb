import type { Sql } from "../../../db/open.ts";
import { dollars, type OwnRate, type PriceList, priceList } from "../../pricing/prices/index.ts";
import { type SessionExperiment, sessionExperimentsOf } from "../experiments/queries.ts";
import { folded, type Group, mostFirst, spentOf } from "./adding-up.ts";
import { type CellQuery, oneBucket, readCells, readFeatureCells } from "./cells.ts";
import { experimentsOf } from "./experiment-costs.ts";
import { byFeature, type FeatureTotals, featuresOf, featureTotalsOf } from "./feature-totals.ts";
import type { CostComponent, CostReport, CostSums, CostWindow } from "./model.ts";
import { text } from "./text.ts";
import { spentBy, type Totals, totalsOf } from "./totals.ts";
import { bucketMs, bucketName } from "./window.ts";

/** R190: groups beyond these are one row. */
const topGroups = 15;

export interface ReportQuery extends CellQuery {
  bucket: CostWindow["bucket"];
  /** What the owner pays instead of list prices. */
  ownRates: readonly OwnRate[];
}

/** The sessions that cost the most, without their titles, which may change. */
export type TopSession = Omit<CostSums["top_sessions"][number], "title">;

type WindowSums = Omit<CostSums, "top_sessions"> &
  Pick<CostReport, "previous"> & { top_sessions: TopSession[] };

/** Everything that is added up of a window, and what the window before came to. */
export function readSums(sql: Sql, query: ReportQuery): WindowSums {
  const prices = priceList(query.ownRates);
  const from = query.from - (query.to - query.from);
  const before = { ...query, from, to: query.from, ...oneBucket };
  const features = featureTotalsOf(readFeatureCells(sql, query), prices, query);
  return {
    ...rollUp(totalsOf(readCells(sql, query), prices, query), {
      bucket: query.bucket,
      prices,
      features,
      experiments: sessionExperimentsOf(sql),
    }),
    previous: spentOf(spentBy(readCells(sql, before), prices, before)),
  };
}

interface RollUpParts {
  experiments: readonly SessionExperiment[];
  features: FeatureTotals;
  bucket: CostWindow["bucket"];
  prices: PriceList;
}

function rollUp(
  totals: Totals,
  { bucket, prices, features, experiments }: RollUpParts,
): Omit<WindowSums, "previous"> {
  return {
    totals: overall(totals),
    cost_breakdown: breakdownOf(totals),
    by_day: byDay(totals, bucket),
    by_agent_root: byRoot(totals, features),
    by_model: folded(mostFirst(totals.models), topGroups).map(({ key, tally, others }) => ({
      model: key ?? text.others(others ?? 0),
      ...spentOf(tally),
      others,
      priced: key === null || prices.isPriced(key),
    })),
    by_thread_kind: mostFirst(totals.kinds).map(({ key, tally }) => ({
      kind: key ? "subagent" : "main",
      ...spentOf(tally),
    })),
    by_adhoc_source: folded(mostFirst(totals.sources), topGroups).map(({ key, tally, others }) => ({
      source: key ?? text.others(others ?? 0),
      ...spentOf(tally),
      others,
    })),
    top_sessions: folded(mostFirst(totals.sessions), topGroups).map(({ key, tally, others }) => ({
      session_id: key,
      ...spentOf(tally),
      others,
    })),
    by_feature: byFeature(features),
    experiments: experimentsOf(totals, experiments),
    unpriced_models: [...totals.unpriced].sort(),
  };
}

function byRoot({ roots }: Totals, features: FeatureTotals): CostSums["by_agent_root"] {
  const groups = mostFirst(roots);
  const names = groups.map(({ key }) => key);
  return folded(groups, topGroups).map(({ key, tally, others }) => ({
    agent_root: others === null ? key : text.others(others),
    ...spentOf(tally),
    others,
    features: featuresOf(features, others === null ? [key] : names.slice(topGroups)),
  }));
}

function overall({ all, sessionNanos, parts, webSearches }: Totals): CostSums["totals"] {
  const cacheRead = parts.cache_read.tokens;
  const cacheCreation = parts.cache_write_5m.tokens + parts.cache_write_1h.tokens;
  const prompts = parts.input.tokens + cacheRead + cacheCreation;
  return {
    ...spentOf(all),
    session_cost_usd: dollars(sessionNanos),
    adhoc_cost_usd: dollars(all.nanos - sessionNanos),
    input_tokens: parts.input.tokens,
    output_tokens: parts.output.tokens,
    cache_read_tokens: cacheRead,
    cache_creation_tokens: cacheCreation,
    web_search_requests: webSearches,
    cache_hit_share: prompts === 0 ? null : cacheRead / prompts,
  };
}

const breakdownOf = ({ parts, all }: Totals): CostSums["cost_breakdown"] =>
  Object.entries(parts).map(([component, { nanos, tokens }]) => ({
    component: component as CostComponent,
    cost_usd: dollars(nanos),
    share: all.nanos === 0 ? 0 : nanos / all.nanos,
    tokens,
  }));

const byDay = ({ buckets }: Totals, bucket: CostWindow["bucket"]): CostSums["by_day"] =>
  [...buckets]
    .sort(([one], [other]) => one - other)
    .map(([at, { all, sessionNanos, roots, models }]) => ({
      day: bucketName(at * bucketMs[bucket], bucket),
      ...spentOf(all),
      session_cost_usd: dollars(sessionNanos),
      adhoc_cost_usd: dollars(all.nanos - sessionNanos),
      roots: groupsOf(mostFirst(roots)),
      models: groupsOf(mostFirst(models)),
    }));

const groupsOf = (groups: readonly Group<string | null>[]) =>
  groups.map(({ key, tally }) => ({ name: key, cost_usd: dollars(tally.nanos), tokens: tally.tokens }));
