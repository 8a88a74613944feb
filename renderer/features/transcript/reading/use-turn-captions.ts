import { useMemo } from "react";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { timeOfDay } from "../../../lib/time.ts";
import { useTurnCosts } from "../../costs/api.ts";
import { formatCost } from "../../costs/format-cost.ts";
import { useTurns } from "../../turn-history/api.ts";
import { text as historyText } from "../../turn-history/text.ts";
import { type TurnFormat, turnCaptions } from "./turn-captions.ts";

const none: ReadonlyMap<string, string> = new Map();

/** How the turns of a session are described in one line. */
export function useTurnFormat(sessionId: number): TurnFormat {
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

/** The line above each loaded prompt, by entry key. */
export function useTurnCaptions(
  sessionId: number,
  entries: readonly TimelineEntry[],
): ReadonlyMap<string, string> {
  const { data: turns } = useTurns(sessionId);
  const format = useTurnFormat(sessionId);
  return useMemo(() => (turns ? turnCaptions(entries, turns, format) : none), [turns, format, entries]);
}
