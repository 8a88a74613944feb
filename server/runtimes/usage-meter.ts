import { asNumber, type Json } from "./json.ts";
import { countOf } from "./model-call.ts";

/** What the CLI itself reported that calls to a model used, beyond what it reported before. */
export interface ReportedUsage {
  model: string;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  webSearchRequests: number;
}

export type UsageCounts = Omit<ReportedUsage, "model">;

const fields = [
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheCreationTokens",
  "webSearchRequests",
] as const;

const none: UsageCounts = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  webSearchRequests: 0,
};

const combined = (
  one: UsageCounts,
  other: UsageCounts,
  combine: (a: number, b: number) => number,
): UsageCounts => {
  const result = { ...none };
  for (const field of fields) result[field] = combine(one[field], other[field]);
  return result;
};

/** Reports what a CLI's figures grow by. They come several times: for a call while it is answered, and as totals. */
export function usageMeter(report: (usage: ReportedUsage) => void) {
  const known = new Map<string, UsageCounts>();
  let reported = none;

  function add(model: string, growth: UsageCounts): void {
    if (fields.every((field) => growth[field] === 0)) return;
    reported = combined(reported, growth, (a, b) => a + b);
    report({ model, ...growth });
  }

  return {
    /** The figures of one call, or of one conversation, so far. */
    count(key: string, model: string, counts: UsageCounts): void {
      const before = known.get(key) ?? none;
      known.set(key, combined(before, counts, Math.max));
      add(
        model,
        combined(counts, before, (now, earlier) => Math.max(0, now - earlier)),
      );
    },
    /** The figures of a conversation before the first ones that are counted here. */
    begin(key: string, counts: UsageCounts): void {
      if (!known.has(key)) known.set(key, counts);
    },
    /** All figures of the process so far, other than by call. */
    total(model: string, counts: UsageCounts): void {
      add(
        model,
        combined(counts, reported, (all, soFar) => Math.max(0, all - soFar)),
      );
    },
  };
}

/** Counts under the names that they have in a CLI's JSON. */
export const countsIn = (json: Json, names: Partial<Record<keyof UsageCounts, string>>): UsageCounts => {
  const counts = { ...none };
  for (const field of fields) {
    const name = names[field];
    if (name !== undefined) counts[field] = countOf(asNumber(json[name]));
  }
  return counts;
};

export const sumOfCounts = (all: readonly UsageCounts[]): UsageCounts =>
  all.reduce((sum, one) => combined(sum, one, (a, b) => a + b), none);

export const lessCounts = (one: UsageCounts, other: UsageCounts): UsageCounts =>
  combined(one, other, (a, b) => Math.max(0, a - b));
