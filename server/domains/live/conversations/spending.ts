import type { Clock } from "../../../lib/clock.ts";
import type { CallUsage, LiveSpending } from "./model.ts";
import type { LiveLedger, LiveValues } from "./ports.ts";
import { spendingVerdict } from "./rules.ts";
import type { LiveStore } from "./store.ts";
import { text } from "./text.ts";

const nanosInDollar = 1_000_000_000;

/** What live conversations cost, and the owner's limits. */
export function liveSpending(deps: {
  store: LiveStore;
  clock: Clock;
  ledger: LiveLedger;
  values(): LiveValues;
}) {
  const { store, clock, ledger, values } = deps;

  function startOfDay(): number {
    const day = new Date(clock.now());
    day.setHours(0, 0, 0, 0);
    return day.getTime();
  }

  function facts(conversationId: number) {
    const spent = { conversation: store.spentBy(conversationId), today: store.spentSince(startOfDay()) };
    const limits = {
      conversation: Number(values()["call_limit_dollars"]) * nanosInDollar,
      day: Number(values()["day_limit_dollars"]) * nanosInDollar,
    };
    return { spent, limits, verdict: spendingVerdict(spent, limits) };
  }

  return {
    costOf: (conversationId: number): number => store.spentBy(conversationId) / nanosInDollar,

    /** A sentence; null while another answer may be asked for. */
    limitReached(conversationId: number): string | null {
      const { verdict, limits } = facts(conversationId);
      if (verdict === "within") return null;
      const limit = verdict === "day_limit" ? limits.day : limits.conversation;
      return text.spending(verdict, limit / nanosInDollar);
    },

    spending(conversationId: number): LiveSpending {
      const { spent, limits, verdict } = facts(conversationId);
      return {
        cost_dollars: spent.conversation / nanosInDollar,
        limit_dollars: limits.conversation / nanosInDollar,
        today_dollars: spent.today / nanosInDollar,
        day_limit_dollars: limits.day / nanosInDollar,
        is_over: verdict !== "within",
      };
    },

    /** Each response counts once. */
    recordUsage(conversationId: number, { model, usage }: { model: string; usage: CallUsage }): void {
      const { response_id: responseId, ...counts } = usage;
      if (store.hasUsage(conversationId, responseId)) return;
      const nanos = ledger.record({ responseId, model, usage: counts });
      store.addUsage({ conversationId, responseId, nanos, createdAt: clock.now() });
    },
  };
}
