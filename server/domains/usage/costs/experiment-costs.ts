import { experimentalSettings } from "../../owner/experimental-settings/model.ts";
import { dollars } from "../../pricing/prices/index.ts";
import type { SessionExperiment } from "../experiments/queries.ts";
import { type Cohort, type Comparison, compare, compareSameRoots } from "./comparison.ts";
import type { CostSums } from "./model.ts";
import type { Totals } from "./totals.ts";

/** R188: each experimental setting with the sessions of a window that had it on all the time, and off all the time. */
export function experimentsOf(
  { priced }: Pick<Totals, "priced">,
  observed: readonly SessionExperiment[],
): CostSums["experiments"] {
  const byKey = Map.groupBy(observed, ({ key }) => key);
  return experimentalSettings.map(({ key, title, blurb }) => {
    const found = (byKey.get(key) ?? []).flatMap(({ sessionId, value }) => {
      const spent = priced.get(sessionId);
      return spent === undefined ? [] : [{ ...spent, value }];
    });
    const kept = found.flatMap(({ value, ...spent }) =>
      value === null ? [] : [{ ...spent, isOn: value === 1 }],
    );
    const sameRoots = compareSameRoots(kept);
    return {
      key,
      title,
      blurb,
      randomized: false as const,
      mixed_sessions: found.length - kept.length,
      ...viewOf(compare(kept)),
      same_roots: sameRoots && { roots: sameRoots.roots, ...viewOf(sameRoots.comparison) },
    };
  });
}

const viewOf = ({ on, off, perCall, perSession }: Comparison) => ({
  on: sideOf(on),
  off: sideOf(off),
  per_call_change_pct: perCall,
  per_session_change_pct: perSession,
});

const sideOf = ({ sessions, calls, nanos }: Cohort) => ({
  sessions,
  api_calls: calls,
  cost_usd: dollars(nanos),
  usd_per_call: calls === 0 ? null : dollars(nanos / calls),
  usd_per_session: sessions === 0 ? null : dollars(nanos / sessions),
});
