import { paginate } from "../../../http/model.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { LedgerCoverage } from "../ledger/model.ts";
import { type PriceList, priceChanges, promptSteps, ratesAsOf, webSearchDollars } from "../prices/index.ts";
import type { BurnCell, BurnQuery } from "./burn-cells.ts";
import { burnRatesOf } from "./burn-rates.ts";
import type { Scope } from "./cells.ts";
import { keptSums } from "./kept-sums.ts";
import type { BurnRate, CostQuery, CostRecord, CostReport, CostWindow, RecordQuery } from "./model.ts";
import type { RecordRead } from "./records.ts";
import type { ReportQuery, WindowSums } from "./roll-up.ts";
import { text } from "./text.ts";
import { bucketMs, bucketOf, labelOf, type Window, windowOf } from "./window.ts";

export type CostService = ReturnType<typeof costService>;

const dayMs = 86_400_000;
/** Burn rates are of what was spent in these days, and are left out once they are older than one. */
const burnDays = 30;

export interface CostReads {
  sums(query: ReportQuery): Promise<WindowSums>;
  burnCells(query: BurnQuery): Promise<BurnCell[]>;
  records(read: RecordRead): { records: CostRecord[]; total: number };
}

export type Sums = WindowSums & Pick<CostReport, "window" | "projection">;

/** Costs at list prices, calculated when requested, and kept until the ledger changes (R185). */
export function costService(deps: {
  clock: Clock;
  reads: CostReads;
  coverage(): LedgerCoverage;
  /** The prices of this moment. */
  prices(): PriceList;
  /** Changes with every call that is stored, and with the prices. */
  version(): string;
}) {
  const { clock, reads, prices } = deps;
  const sumsOf = keptSums({ clock, version: deps.version, calculate: sumsReader(reads, prices) });
  let burnRates: { at: number; rates: BurnRate[] } | null = null;

  const freshRates = (): BurnRate[] =>
    burnRates && clock.now() - burnRates.at < dayMs ? burnRates.rates : [];

  return {
    async report(query: CostQuery): Promise<CostReport> {
      const sessionId = query.session_id === undefined ? null : Number(query.session_id);
      const scope = { sessionId, agentRoot: sessionId === null ? (query.agent_root ?? null) : null };
      const window = windowOf(query, clock.now());
      const sums = await sumsOf(window, { scope, shiftMs: query.utc_offset * 60_000 });
      const isWhole = sessionId === null && scope.agentRoot === null;
      return {
        ...sums,
        scope: { agent_root: scope.agentRoot, session_id: sessionId },
        ledger_coverage: deps.coverage(),
        pricing: pricingAt(prices(), clock.now()),
        ...(isWhole && { burn_rates: freshRates() }),
      };
    },

    /** What a scope has cost in a window, and the session that cost the most of it. */
    async spent(scope: Scope, window: { from: number; to: number }) {
      const ends = Math.min(window.to, clock.now() + 1);
      const whole: Window = { ...window, to: ends, clamped: false, swapped: false, days: null };
      const { totals, top_sessions: top } = await sumsOf(whole, { scope, shiftMs: 0 });
      return {
        usd: totals.cost_usd,
        topSessionId: top.find(({ session_id: id }) => id !== null)?.session_id ?? null,
      };
    },

    records(query: RecordQuery) {
      const isBounded = query.days !== undefined || query.from !== undefined || query.to !== undefined;
      const window = isBounded ? windowOf(query, clock.now()) : null;
      const { records, total } = reads.records({ query, window, prices: prices() });
      return {
        kind: query.kind,
        window: window && windowView(window, bucketOf(window)),
        records,
        pagination: paginate(total, query),
      };
    },

    /** R187: calculated now and then, not with each request. */
    async updateBurnRates(): Promise<JobResult> {
      const now = clock.now();
      const cells = await reads.burnCells({
        since: now - burnDays * dayMs,
        prompts: promptSteps,
        instants: priceChanges,
      });
      burnRates = { at: now, rates: burnRatesOf(cells, prices(), now) };
      return undefined;
    },
  };
}

/** Reads a window's calls and adds them up. */
function sumsReader(reads: CostReads, prices: () => PriceList) {
  return async (window: Window, { scope, shiftMs }: { scope: Scope; shiftMs: number }): Promise<Sums> => {
    const bucket = bucketOf(window);
    const sums = await reads.sums({
      bucket,
      ownRates: prices().own,
      scope,
      shiftMs,
      prompts: promptSteps,
      instants: priceChanges,
      from: window.from,
      to: window.to,
      bucketMs: bucketMs[bucket],
    });
    const perDay = sums.totals.cost_usd / Math.max((window.to - window.from) / dayMs, 1 / 24);
    return {
      ...sums,
      window: windowView(window, bucket),
      projection: { usd_per_day: perDay, usd_per_month: (perDay * 365) / 12 },
    };
  };
}

const windowView = (window: Window, bucket: CostWindow["bucket"]): CostWindow => ({
  from: instant(window.from),
  to: instant(window.to),
  label: labelOf(window),
  clamped: window.clamped,
  swapped: window.swapped,
  bucket,
});

function pricingAt(list: PriceList, now: number): CostReport["pricing"] {
  return {
    note: text.note,
    as_of: ratesAsOf,
    cache_multipliers: { read: 0.1, write_5m: 1.25, write_1h: 2 },
    web_search_per_1k_requests: webSearchDollars * 1_000,
    per_mtok: Object.fromEntries(
      list.all(now).map(({ model, prices }) => [
        model,
        {
          input: prices.input,
          output: prices.output,
          cache_read: prices.cacheRead,
          cache_write_5m: prices.cacheWrite,
          cache_write_1h: prices.cacheWrite1h,
        },
      ]),
    ),
  };
}
