import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/model.ts";
import type { TimelineEntry } from "../../../server/domains/transcripts/model.ts";
import type { Turn } from "../../../server/domains/turns/model.ts";
import { timeOfDay } from "../../lib/time.ts";
import { useTurnCosts } from "../costs/api.ts";
import { costLabel } from "../costs/cost-words.ts";
import { useTurns } from "../turn-history/api.ts";
import { reasonWords } from "../turn-history/view-model.ts";
import { turnStrips } from "./turn-strips.ts";

const none: ReadonlyMap<string, string> = new Map();

/** What stands above each prompt that is loaded, by its entry's key. */
export function useTurnStrips(
  session: Session,
  entries: readonly TimelineEntry[],
): ReadonlyMap<string, string> {
  const { data: turns } = useTurns(session);
  const costs = useTurnCosts(session.id);
  return useMemo(() => {
    if (!turns) return none;
    const cost = ({ id }: Turn): string | null => {
      const found = costs.get(id);
      return found ? costLabel(found) : null;
    };
    return turnStrips(entries, turns, { reason: reasonWords, time: timeOfDay, cost });
  }, [turns, costs, entries]);
}
