import { useMemo } from "react";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { useTurnCosts } from "../../costs/api.ts";
import { formatCost } from "../../costs/format-cost.ts";
import { useTurns } from "../../turn-history/api.ts";
import { text as historyText } from "../../turn-history/text.ts";
import { type TurnWords, turnStrips } from "./turn-strips.ts";

const none: ReadonlyMap<string, string> = new Map();

/** What is said of a session's turns wherever they are told in a line. */
export function useTurnWords(sessionId: number): TurnWords {
  const costs = useTurnCosts(sessionId);
  return useMemo(
    () => ({
      reason: ({ kind }) => historyText.turnKinds[kind],
      time: timeOfDay,
      cost({ id }) {
        const found = costs.get(id);
        return found ? formatCost(found) : null;
      },
    }),
    [costs],
  );
}

/** What stands above each prompt that is loaded, by its entry's key. */
export function useTurnStrips(
  sessionId: number,
  entries: readonly TimelineEntry[],
): ReadonlyMap<string, string> {
  const { data: turns } = useTurns(sessionId);
  const words = useTurnWords(sessionId);
  return useMemo(() => (turns ? turnStrips(entries, turns, words) : none), [turns, words, entries]);
}
