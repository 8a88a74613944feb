import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { isLongerAnswer, type ModelCall } from "../../../runtimes/model-call.ts";
import type { ReportedUsage } from "../../../runtimes/usage-meter.ts";
import type { CountedCall, PriceList } from "../../pricing/prices/index.ts";
import type { SplitCall } from "../features/index.ts";
import { type Amount, growth, isCovered, isImpossible, nothing, plus } from "./claim-rules.ts";
import { claimStore, reportedUsageStore, type StoredCall } from "./store.ts";
import { text } from "./text.ts";

export interface ClaimDeps {
  database: Database;
  clock: Clock;
  /** The prices of this moment. */
  prices(): PriceList;
  sessionLog: { note(sessionId: number, level: "warning", line: string): void };
}

/** What becomes of the calls that some lines claim. */
export interface CheckedClaims {
  counted: readonly SplitCall[];
  leftOut: readonly SplitCall[];
  /** More than the CLI reported so far: to be read again once it has reported the rest. */
  isEarly: boolean;
  /** Stores the sums and says what was left out, inside the transaction that stores the calls. */
  keep(): void;
}

/** The most that all of it can have cost; null for a session whose CLIs reported nothing. */
function mostOf(reported: readonly ReportedUsage[], prices: PriceList, now: number): Amount | null {
  if (reported.length === 0) return null;
  return reported
    .map((usage): Amount => {
      const { model, inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = usage;
      // Of single prompts nothing is known: they may have been long, and kept for an hour.
      const as = { model, calledAt: now, promptTokens: Number.MAX_SAFE_INTEGER };
      const counts = { ...usage, cacheCreation1hTokens: cacheCreationTokens };
      const tokens = inputTokens + outputTokens + cacheReadTokens + cacheCreationTokens;
      return { tokens, nanos: prices.priceOf(as, counts) ?? 0 };
    })
    .reduce(plus);
}

/** A session does not change what another one is known to have used. */
const changesOthers = (call: ModelCall, { call: stored, isOthers }: StoredCall): boolean =>
  isOthers &&
  (isLongerAnswer(call, stored) || (call.model !== stored.model && !isLongerAnswer(stored, call)));

/**
 * Decides which calls of a session's files count. The agent can write into them, so what its CLI reports on its own protocol
 * is the limit, where it reports; and nothing counts that no model can do.
 */
export function claimChecker(deps: ClaimDeps) {
  const { clock } = deps;
  const reports = reportedUsageStore(deps.database);
  const claims = claimStore(deps.database);

  function amountOf(call: CountedCall): Amount {
    const tokens = call.inputTokens + call.outputTokens + call.cacheReadTokens + call.cacheCreationTokens;
    return { tokens, nanos: deps.prices().priceOf(call, call) ?? 0 };
  }

  return function check(
    sessionId: number,
    splits: readonly SplitCall[],
    of: {
      counted(call: ModelCall): CountedCall;
      /** Whether the CLI reports on these calls at all. */
      isReported: boolean;
      /** What is stored of a call. */
      stored(call: ModelCall): StoredCall | undefined;
    },
  ): CheckedClaims {
    const now = clock.now();
    const most = of.isReported ? mostOf(reports.of(sessionId), deps.prices(), now) : null;
    const before = claims.find(sessionId);
    let sum: Amount = { tokens: before.countedTokens, nanos: before.countedNanos };
    const [counted, leftOut]: [SplitCall[], SplitCall[]] = [[], []];
    let isEarly = false;
    for (const split of splits) {
      const { call } = split;
      const stored = of.stored(call);
      const added = growth(amountOf(of.counted(call)), stored ? amountOf(of.counted(stored.call)) : nothing);
      const next = stored?.isOthers === true ? sum : plus(sum, added);
      const isWithin = most === null || isCovered(next, most);
      if (isWithin && !isImpossible(call, now) && !(stored && changesOthers(call, stored))) {
        counted.push(split);
        if (most !== null) sum = next;
      } else {
        leftOut.push(split);
        isEarly ||= !isWithin;
      }
    }
    return {
      counted,
      leftOut,
      isEarly,
      keep() {
        const tokens = leftOut.reduce((all, { call }) => all + amountOf(of.counted(call)).tokens, 0);
        if (leftOut.length === 0 && most === null) return;
        claims.save({
          sessionId,
          countedTokens: sum.tokens,
          countedNanos: sum.nanos,
          leftOutCalls: before.leftOutCalls + leftOut.length,
          leftOutTokens: Math.min(before.leftOutTokens + tokens, Number.MAX_SAFE_INTEGER),
        });
        if (leftOut.length > 0)
          deps.sessionLog.note(sessionId, "warning", text.leftOut(leftOut.length, tokens));
      },
    };
  };
}
