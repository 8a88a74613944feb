import { contextFeatures, eachShare, splitKinds } from "../features/index.ts";
import { dollars, type PriceParts } from "../prices/index.ts";
import type { CostSums } from "./model.ts";
import { text } from "./text.ts";

/** What a part of the contexts of calls came to, in nano-dollars and tokens by kind. */
interface Share {
  nanos: number;
  cached: number;
  sent: number;
  answered: number;
}

/** What calls came to by feature (R186), with all that was to be split: web searches are not. */
export interface FeatureTotals {
  all: Share;
  byCode: Map<number, Share>;
}

const noShare = (): Share => ({ nanos: 0, cached: 0, sent: 0, answered: 0 });
export const noFeatures = (): FeatureTotals => ({ all: noShare(), byCode: new Map() });

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
export function addFeatures({ all, byCode }: FeatureTotals, { counts, unit, features }: SplitCells): void {
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
export function joinedFeatures(groups: readonly FeatureTotals[]): FeatureTotals {
  const joined = noFeatures();
  const add = (to: Share, from: Share): void => {
    for (const name of ["nanos", "cached", "sent", "answered"] as const) to[name] += from[name];
  };
  for (const { all, byCode } of groups) {
    add(joined.all, all);
    for (const [code, share] of byCode) {
      const known = joined.byCode.get(code) ?? noShare();
      add(known, share);
      joined.byCode.set(code, known);
    }
  }
  return joined;
}

const tokensOf = ({ cached, sent, answered }: Share): number => cached + sent + answered;

type FeatureRow = CostSums["by_feature"][number];

/** The most expensive first, then what is of no known feature: together, all that was to be split. */
export function byFeature({ all, byCode }: FeatureTotals): FeatureRow[] {
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

/** The same for one agent root, without what is the same for all. */
export const featuresOf = (totals: FeatureTotals): CostSums["by_agent_root"][number]["features"] =>
  byFeature(totals).map(({ feature, cost_usd, tokens }) => ({ feature, cost_usd, tokens }));
