import type { Database } from "../../../db/open.ts";
import { priceChanges, promptSteps } from "../../pricing/prices/index.ts";
import type { SplitCall } from "../features/index.ts";
import type { CostSoFar, SessionUsage } from "./model.ts";
import { type UsageReadingDeps, usageReading } from "./reading.ts";
import { type CallOwner, claimStore, reportedUsageStore, usageStore } from "./store.ts";
import { costOf, type TurnSums, usageOf } from "./view.ts";

export type UsageService = ReturnType<typeof usageService>;

interface Deps extends UsageReadingDeps {
  /** The id of the session that a reference names; throws if there is none. */
  sessionId(reference: string): number;
  /** The newest turns of a session that began, newest first. */
  turns(sessionId: number): readonly BegunTurn[];
}

interface BegunTurn {
  id: number;
  /** Milliseconds. */
  startedAt: number;
}

/** More than the board shows at once. */
const rememberedCosts = 5_000;

/** Stores what a session's CLI reported on its own protocol. */
export const reportedUsageRecorder = (database: Database) => reportedUsageStore(database).add;

/** The cost of sessions' model calls. Dollars are calculated when requested (R179). */
export function usageService(deps: Deps) {
  const store = usageStore(deps.database, { prompts: promptSteps, instants: priceChanges });
  const claims = claimStore(deps.database);
  /** By session, until its calls change; null if there were none. */
  const costs = new Map<number, CostSoFar | null>();
  /** Changes whenever a call does. */
  let version = 0;
  const reading = usageReading(
    {
      ...deps,
      changed(of) {
        version += 1;
        costs.delete(of.sessionId);
        deps.changed(of);
      },
    },
    store,
  );

  function load(sessionIds: readonly number[]): void {
    if (costs.size > rememberedCosts) costs.clear();
    const sums = Map.groupBy(store.sums(sessionIds), ({ sessionId }) => sessionId);
    for (const id of sessionIds) costs.set(id, costOf(sums.get(id) ?? [], deps.prices()));
  }

  /** A turn gets all calls until the next one begins: subagents may outlast it. */
  function sumsOfTurns(sessionId: number): TurnSums[] {
    let until = Number.MAX_SAFE_INTEGER;
    return deps.turns(sessionId).map(({ id, startedAt }) => {
      const sums = store.sumsBetween(sessionId, startedAt, until);
      until = startedAt;
      return { turnId: id, sums };
    });
  }

  return {
    ...reading,

    /** Stores calls that were read elsewhere, such as in files outside of sessions. Returns how many were new or longer. */
    record(owner: CallOwner, calls: readonly SplitCall[]): number {
      const stored = store.recordAll(owner, calls);
      if (stored === 0) return 0;
      version += 1;
      const { sessionId, agentRoot } = owner;
      if (sessionId !== null) {
        costs.delete(sessionId);
        // Which of them were stored already is not known here.
        deps.changed({ sessionId, agentRoot, calls: [] });
      }
      return stored;
    },

    span: store.span,
    version: (): number => version,

    /** All costs are calculated again. */
    onPricesChanged(): void {
      version += 1;
      costs.clear();
    },

    of(reference: string): SessionUsage {
      const sessionId = deps.sessionId(reference);
      return usageOf(store.sums([sessionId]), {
        turns: sumsOfTurns(sessionId),
        agents: store.sumsOfAgents(sessionId),
        leftOut: claims.find(sessionId),
        prices: deps.prices(),
      });
    },

    /** By session id, for sessions with calls. */
    costs(sessionIds: readonly number[]): ReadonlyMap<number, CostSoFar> {
      const unknown = sessionIds.filter((id) => !costs.has(id));
      if (unknown.length > 0) load(unknown);
      return new Map(
        sessionIds.flatMap((id) => {
          const cost = costs.get(id);
          return cost ? [[id, cost] as const] : [];
        }),
      );
    },
  };
}
