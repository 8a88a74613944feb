import { paginate } from "../../../http/model.ts";
import { Encoded } from "../../../http/mount.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import { isTimeZone } from "../../../lib/wall-clock.ts";
import { fixedShift, zoneShifts } from "../../../lib/zone-shifts.ts";
import { dollars, type PriceList, priceChanges, promptSteps } from "../../pricing/prices/index.ts";
import type { CostSoFar } from "../calls/model.ts";
import type { LedgerCoverage } from "../ledger/model.ts";
import type { BurnCell, BurnQuery, SpentQuery } from "./burn-cells.ts";
import { burnRatesOf } from "./burn-rates.ts";
import type { Scope, Sums } from "./cells.ts";
import { type EncodedSums, joinedRecords } from "./encoded-sums.ts";
import { keptSums } from "./kept-sums.ts";
import type { BurnRate, CostQuery, CostReport, CostSums, CostWindow, RecordQuery } from "./model.ts";
import { encodedPricing } from "./pricing-view.ts";
import type { ReadRecords, RecordRead } from "./records.ts";
import type { ReportQuery, TopSession } from "./roll-up.ts";
import { text } from "./text.ts";
import { bucketMs, bucketOf, labelOf, type Window, windowOf } from "./window.ts";
import type { TotalQuery } from "./window-total.ts";

export type CostService = ReturnType<typeof costService>;

const dayMs = 86_400_000;
/** Burn rates are of what was spent in these days, and are left out once they are older than one. */
const burnDays = 30;
const priceSteps = { prompts: promptSteps, instants: priceChanges };

export interface CostReads {
  sums(query: ReportQuery): Promise<EncodedSums>;
  burnCells(query: BurnQuery): Promise<BurnCell[]>;
  spentCells(query: SpentQuery): Promise<Sums[]>;
  total(query: TotalQuery): Promise<CostSoFar>;
  /** Whether any call was ever stored. */
  hasCalls(): boolean;
  records(read: RecordRead): Promise<ReadRecords>;
  titles(ids: readonly number[]): ReadonlyMap<number, string>;
}

type WindowSums = EncodedSums & Pick<CostReport, "window" | "projection">;
/** What is added to the sums of a window; the prices follow. */
type Rest = Omit<CostReport, keyof CostSums | "previous" | "pricing"> & Pick<CostReport, "top_sessions">;

/** Of a window that is not changed. */
const asAsked = { clamped: false, swapped: false, days: null } as const;

/** Costs at list prices, calculated when requested, and kept until the ledger changes (R185). */
export function costService(deps: {
  clock: Clock;
  reads: CostReads;
  coverage(): LedgerCoverage;
  /** The prices of this moment. */
  prices(): PriceList;
  /** Runtimes whose calls use quota; the rates of the first are in the report (R187). */
  quotaRuntimes: readonly string[];
  /** Changes with every call that is stored, and with the prices. */
  version(): string;
  /** Called with the burn rates of each runtime, whenever they were calculated. */
  onBurnRates(rates: ReadonlyMap<string, readonly BurnRate[]>): void;
}) {
  const { clock, reads, prices, quotaRuntimes } = deps;
  const sumsOf = keptSums({ clock, version: deps.version, calculate: sumsReader(reads, prices) });
  const totalOf = keptSums({
    clock,
    version: deps.version,
    calculate: async ({ from, to }: Window) =>
      reads.hasCalls() ? reads.total({ from, to, ownRates: prices().own, ...priceSteps }) : null,
  });
  const pricing = encodedPricing();
  let burnRates: { at: number; rates: BurnRate[] } | null = null;

  const freshRates = (): BurnRate[] =>
    burnRates && clock.now() - burnRates.at < dayMs ? burnRates.rates : [];

  return {
    /** A `CostReport`, encoded. */
    async report(query: CostQuery): Promise<Encoded> {
      const sessionId = query.session_id === undefined ? null : Number(query.session_id);
      const scope = { sessionId, agentRoot: sessionId === null ? (query.agent_root ?? null) : null };
      const window = windowOf(query, clock.now());
      const sums = await sumsOf(window, { scope, zone: zoneOf(query) });
      const isWhole = sessionId === null && scope.agentRoot === null;
      const rest: Rest = {
        window: sums.window,
        projection: sums.projection,
        top_sessions: withTitles(sums.topSessions, reads.titles),
        scope: { agent_root: scope.agentRoot, session_id: sessionId },
        ledger_coverage: deps.coverage(),
        ...(isWhole && { burn_rates: freshRates() }),
      };
      const others = Buffer.from(JSON.stringify(rest));
      return new Encoded([joinedRecords([sums.json, others, pricing(prices(), clock.now())])]);
    },

    /** What a scope has cost in a window, and the session that cost the most of it. */
    async spent(scope: Scope, window: { from: number; to: number }) {
      const ends = Math.min(window.to, clock.now() + 1);
      const whole: Window = { ...window, to: ends, ...asAsked };
      const { usd, topSessions } = await sumsOf(whole, { scope, zone: 0 });
      return {
        usd,
        topSessionId: topSessions.find(({ session_id: id }) => id !== null)?.session_id ?? null,
      };
    },

    /** What all calls of a window came to, its future ones included once they are made; null if there never was a call. */
    async total({ from, to }: { from: number; to: number }): Promise<CostSoFar | null> {
      return totalOf({ from, to, ...asAsked }, { scope: { agentRoot: null, sessionId: null }, zone: 0 });
    },

    async records(query: RecordQuery) {
      const isBounded = query.days !== undefined || query.from !== undefined || query.to !== undefined;
      const window = isBounded ? windowOf(query, clock.now()) : null;
      const { records, total } = await reads.records({ query, window, ownRates: prices().own });
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
      const since = now - burnDays * dayMs;
      const cells = await reads.burnCells({ since, runtimes: quotaRuntimes, ...priceSteps });
      const byRuntime = Map.groupBy(cells, ({ agentRuntime }) => agentRuntime);
      const ratesOf = (runtime: string): BurnRate[] =>
        burnRatesOf(byRuntime.get(runtime) ?? [], prices(), now);
      const all = new Map(quotaRuntimes.map((runtime) => [runtime, ratesOf(runtime)]));
      burnRates = { at: now, rates: all.get(quotaRuntimes[0] ?? "") ?? [] };
      deps.onBurnRates(all);
      return undefined;
    },

    /** What the calls of a runtime cost in a part of its quota's window, in dollars. */
    async spentOf(window: { runtime: string; from: number; to: number }): Promise<number> {
      const cells = await reads.spentCells({ ...window, ...priceSteps });
      return dollars(cells.reduce((sum, cell) => sum + (prices().priceOf(cell, cell) ?? 0), 0));
    },
  };
}

/** Of a zone that is not known, the offset counts. */
const zoneOf = ({ timezone, utc_offset: minutes }: CostQuery): string | number =>
  timezone !== undefined && isTimeZone(timezone) ? timezone : minutes * 60_000;

/** Reads a window's calls and adds them up. */
function sumsReader(reads: CostReads, prices: () => PriceList) {
  return async (
    window: Window,
    { scope, zone }: { scope: Scope; zone: string | number },
  ): Promise<WindowSums> => {
    const bucket = bucketOf(window);
    const sums = await reads.sums({
      bucket,
      ownRates: prices().own,
      scope,
      shifts: typeof zone === "number" ? fixedShift(zone) : zoneShifts(zone, window),
      prompts: promptSteps,
      instants: priceChanges,
      from: window.from,
      to: window.to,
      bucketMs: bucketMs[bucket],
    });
    const perDay = sums.usd / Math.max((window.to - window.from) / dayMs, 1 / 24);
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

/** Those whose session was deleted are one row. */
const withTitles = (
  sessions: readonly TopSession[],
  titlesOf: CostReads["titles"],
): CostReport["top_sessions"] => {
  const titles = titlesOf(sessions.flatMap(({ session_id: id }) => id ?? []));
  return sessions.map(({ session_id: id, others, ...spent }) => ({
    session_id: id,
    title: others === null ? (titles.get(id ?? 0) ?? text.deletedSessions) : text.others(others),
    ...spent,
    others,
  }));
};
