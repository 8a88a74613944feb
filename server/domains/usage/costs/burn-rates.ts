import { instant } from "../../../lib/instant.ts";
import { dollars, type PriceList } from "../../pricing/prices/index.ts";
import { type Priced, pricing } from "./adding-up.ts";
import type { BurnCell } from "./burn-cells.ts";
import type { BurnRate } from "./model.ts";

/** R187: the newest sessions of an agent root and model that are sampled. */
const sampledSessions = 25;
const minuteMs = 60_000;

interface Sample {
  nanos: number;
  firstAt: number;
  lastAt: number;
}

/** Sums before it divides; a pair without a session that could be sampled gets the average of all others. */
export function burnRatesOf(cells: readonly BurnCell[], prices: PriceList, now: number): BurnRate[] {
  const pairs = Map.groupBy(cells.map(pricing(prices)), ({ sum }) =>
    JSON.stringify([sum.agentRoot, sum.model]),
  );
  const sampled = [...pairs.values()].map((items) => {
    const samples = samplesOf(items);
    const minutes = samples.reduce((sum, sample) => sum + minutesOf(sample), 0);
    const nanos = samples.reduce((sum, sample) => sum + sample.nanos, 0);
    const [first] = items;
    return {
      root: first?.sum.agentRoot ?? "",
      model: first?.sum.model ?? "",
      sessions: samples.length,
      minutes,
      nanos,
    };
  });
  const allMinutes = sampled.reduce((sum, { minutes }) => sum + minutes, 0);
  const allNanos = sampled.reduce((sum, { nanos }) => sum + nanos, 0);
  return sampled
    .flatMap(({ root, model, sessions, minutes, nanos }) => {
      const [spent, over] = sessions === 0 ? [allNanos, allMinutes] : [nanos, minutes];
      if (over === 0) return [];
      const usdPerMinute = dollars(spent / over);
      return {
        harness: root,
        model,
        usd_per_minute: usdPerMinute,
        usd_per_hour: usdPerMinute * 60,
        sample_session_count: sessions,
        sample_minutes: minutes,
        computed_at: instant(now),
      };
    })
    .sort((one, other) => other.usd_per_minute - one.usd_per_minute);
}

function samplesOf(items: readonly Priced<BurnCell>[]): Sample[] {
  const bySession = Map.groupBy(
    items.filter(({ sum }) => sum.sessionId !== null),
    ({ sum }) => sum.sessionId,
  );
  return [...bySession.values()]
    .map((cells) => ({
      nanos: cells.reduce((sum, { nanos }) => sum + nanos, 0),
      firstAt: Math.min(...cells.map(({ sum }) => sum.firstAt)),
      lastAt: Math.max(...cells.map(({ sum }) => sum.calledAt)),
    }))
    .sort((one, other) => other.lastAt - one.lastAt)
    .slice(0, sampledSessions);
}

/** From the first call to the last; a session of one call counts as a minute. */
const minutesOf = ({ firstAt, lastAt }: Sample): number => Math.max(1, (lastAt - firstAt) / minuteMs);
