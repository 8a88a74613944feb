import { dollars, type PriceList, type PriceParts } from "../../pricing/prices/index.ts";
import { contextFeatures, eachShare, splitKinds } from "../features/index.ts";
import type { CellQuery, FeatureCell } from "./cells.ts";
import type { CostSums } from "./model.ts";
import { text } from "./text.ts";
import { unitPrices } from "./unit-prices.ts";

/** What a part of the contexts of calls came to, in nano-dollars and tokens by kind. */
interface Share {
  nanos: number;
  cached: number;
  sent: number;
  answered: number;
}

/** What calls came to by feature (R186), with all that was to be split: web searches are not. */
interface Split {
  all: Share;
  byCode: Map<number, Share>;
}

export interface FeatureTotals {
  all: Split;
  /** Of sessions' calls. */
  roots: Map<string | null, Split>;
}

const noShare = (): Share => ({ nanos: 0, cached: 0, sent: 0, answered: 0 });
const noSplit = (): Split => ({ all: noShare(), byCode: new Map() });

/** Adds up what the contexts of calls consisted of. */
export function featureTotalsOf(
  cells: Iterable<FeatureCell>,
  prices: PriceList,
  steps: Pick<CellQuery, "prompts" | "instants">,
): FeatureTotals {
  const roots: FeatureTotals["roots"] = new Map();
  const outside = noSplit();
  const priceOf = unitPrices(prices, steps);
  const ofRoot = (root: string | null): Split => {
    const known = roots.get(root) ?? noSplit();
    roots.set(root, known);
    return known;
  };
  for (const cell of cells) {
    const [at, prompt, , root, model, , source, , input, output, read, written, oneHour, , features] = cell;
    // Each is decoded once: a year has ten thousand.
    addSplit(source === null ? ofRoot(root) : outside, {
      counts: [read, input, written - oneHour, oneHour, output],
      unit: priceOf(model, prompt, at),
      features,
    });
  }
  return { all: joined([...roots.values(), outside]), roots };
}

const tokenNames = splitKinds.map((kind): "cached" | "sent" | "answered" => {
  if (kind === "cache_read") return "cached";
  return kind === "output" ? "answered" : "sent";
});

interface SplitCells {
  /** Tokens of each of `splitKinds`. */
  counts: readonly number[];
  unit: PriceParts | null;
  features: Uint8Array | null;
}

/** Adds calls that have the same prices. */
function addSplit({ all, byCode }: Split, { counts, unit, features }: SplitCells): void {
  const add = (share: Share, kind: number, tokens: number): void => {
    const [component, name] = [splitKinds[kind], tokenNames[kind]];
    if (component === undefined || name === undefined) return;
    share[name] += tokens;
    if (unit !== null) share.nanos += tokens * unit[component];
  };
  counts.forEach((tokens, kind) => add(all, kind, tokens));
  if (features === null) return;
  eachShare(features, (code, kind, tokens) => {
    let share = byCode.get(code);
    if (share === undefined) {
      share = noShare();
      byCode.set(code, share);
    }
    add(share, kind, tokens);
  });
}

/** Several groups as one. */
function joined(groups: readonly Split[]): Split {
  const sum = noSplit();
  const add = (to: Share, from: Share): void => {
    for (const name of ["nanos", "cached", "sent", "answered"] as const) to[name] += from[name];
  };
  for (const { all, byCode } of groups) {
    add(sum.all, all);
    for (const [code, share] of byCode) {
      const known = sum.byCode.get(code) ?? noShare();
      add(known, share);
      sum.byCode.set(code, known);
    }
  }
  return sum;
}

const tokensOf = ({ cached, sent, answered }: Share): number => cached + sent + answered;

type FeatureRow = CostSums["by_feature"][number];

/** The most expensive first, then what is of no known feature: together, all that was to be split. */
function rowsOf({ all, byCode }: Split): FeatureRow[] {
  const rest = { ...all };
  const rows = contextFeatures.flatMap(({ code, key, label, blurb, owner }) => {
    const share = byCode.get(code);
    if (share === undefined) return [];
    for (const name of ["nanos", "cached", "sent", "answered"] as const) rest[name] -= share[name];
    return [{ share, about: { feature: key, label, blurb, owner } }];
  });
  rows.sort(
    (one, other) => other.share.nanos - one.share.nanos || tokensOf(other.share) - tokensOf(one.share),
  );
  if (tokensOf(all) === 0) return [];
  const unknown = {
    feature: text.unattributed.key,
    label: text.unattributed.label,
    blurb: text.unattributed.blurb,
  };
  return [...rows, { share: rest, about: { ...unknown, owner: null } }].map(({ share, about }) => ({
    ...about,
    cost_usd: dollars(share.nanos),
    tokens: tokensOf(share),
    cache_read_tokens: share.cached,
    prompt_tokens: share.sent,
    output_tokens: share.answered,
    share: all.nanos === 0 ? tokensOf(share) / tokensOf(all) : share.nanos / all.nanos,
  }));
}

export const byFeature = ({ all }: FeatureTotals): FeatureRow[] => rowsOf(all);

/** Those of some agent roots together, without what is the same for all. */
export const featuresOf = (
  { roots }: FeatureTotals,
  names: readonly (string | null)[],
): CostSums["by_agent_root"][number]["features"] =>
  rowsOf(joined(names.flatMap((name) => roots.get(name) ?? []))).map(({ feature, cost_usd, tokens }) => ({
    feature,
    cost_usd,
    tokens,
  }));
