import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CostSoFar, usageOperations } from "../../../server/domains/transcripts/usage/model.ts";
import { callApi } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

/** A session's calls to models, reloaded when an event reports new ones. */
export const useSessionUsage = (sessionId: number) =>
  useQuery({
    queryKey: liveKeys.usage(sessionId),
    queryFn: ({ signal }) =>
      callApi(usageOperations.getSessionUsage, { params: { id: String(sessionId) } }, { signal }),
  });

const noCosts: ReadonlyMap<number, CostSoFar> = new Map();
const noAgentCosts: ReadonlyMap<string, CostSoFar> = new Map();

/** The cost of each turn by its ID; empty until it is loaded. */
export function useTurnCosts(sessionId: number): ReadonlyMap<number, CostSoFar> {
  const { data } = useSessionUsage(sessionId);
  return useMemo(
    () => (data ? new Map(data.by_turn.map(({ turn_id, cost }) => [turn_id, cost])) : noCosts),
    [data],
  );
}

/** The cost of each subagent, by the ID that its runtime gave it. */
export function useAgentCosts(sessionId: number): ReadonlyMap<string, CostSoFar> {
  const { data } = useSessionUsage(sessionId);
  return useMemo(
    () => (data ? new Map(data.by_agent.map(({ agent_id, cost }) => [agent_id, cost])) : noAgentCosts),
    [data],
  );
}
