/** What is known of a window's size. */
export interface Estimate {
  usd: number;
  spentUsd: number;
  utilization: number;
  observations: number;
  /** Another number of accounts holds another amount. */
  accounts: number;
  at: number;
}

export interface Observation {
  spentUsd: number;
  utilization: number;
  accounts: number;
  at: number;
}

/** Less tells too little: providers round what is used. */
const leastUtilization = 0.05;
const leastUsd = 1;
const newShare = 0.3;
const usableMs = 24 * 3_600_000;

/** Whether a reading can tell something new, whatever was spent by then. */
export const isNew = (
  before: Estimate | null,
  { utilization, accounts, at }: Omit<Observation, "spentUsd">,
): boolean =>
  utilization >= leastUtilization && (before === null || before.accounts !== accounts || before.at < at);

/** What was spent, divided by the part of the window that it used, as a moving average; null if it tells nothing new. */
export function nextEstimate(before: Estimate | null, seen: Observation): Estimate | null {
  const { spentUsd, utilization, accounts, at } = seen;
  if (spentUsd < leastUsd || !isNew(before, seen)) return null;
  const observed = spentUsd / utilization;
  const isFirst = before === null || before.accounts !== accounts;
  return {
    usd: isFirst ? observed : newShare * observed + (1 - newShare) * before.usd,
    spentUsd,
    utilization,
    observations: isFirst ? 1 : before.observations + 1,
    accounts,
    at,
  };
}

export const isUsable = ({ at }: Estimate, now: number): boolean => now - at < usableMs;

/** How fast sessions of one agent root and model spend. */
export interface SampledRate {
  harness: string;
  model: string;
  usd_per_minute: number;
  sample_minutes: number;
}

export interface RatedSession {
  agentRoot: string | null;
  model: string;
}

/**
 * Dollars per minute of one session; the average of all where its agent root and model were never sampled, null without any.
 * Models are without their providers, in the spelling of the prices.
 */
export function rateOf(rates: readonly SampledRate[], { agentRoot, model }: RatedSession): number | null {
  const ofRoot = rates.filter(({ harness }) => harness === agentRoot);
  const same = ofRoot.filter((rate) => rate.model === model);
  return average(same) ?? average(ofRoot.filter((rate) => isNamedBy(model, rate.model))) ?? average(rates);
}

/** Whether a name such as `opus` stands for the model. */
const isNamedBy = (name: string, model: string): boolean =>
  /^[a-z]+$/.test(name) && model.split("-").includes(name);

/** Sums before it divides. */
function average(rates: readonly SampledRate[]): number | null {
  const minutes = rates.reduce((sum, { sample_minutes }) => sum + sample_minutes, 0);
  if (minutes === 0) return null;
  return (
    rates.reduce((sum, { usd_per_minute, sample_minutes }) => sum + usd_per_minute * sample_minutes, 0) /
    minutes
  );
}
