import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CostSoFar, usageOperations } from "../../../server/domains/transcripts/usage/model.ts";
import { callApi } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

/** A session's calls to models; read anew when the stream tells of more. */
export const useSessionUsage = (sessionId: number) =>
  useQuery({
    queryKey: liveKeys.usage(sessionId),
    queryFn: ({ signal }) =>
      callApi(usageOperations.getSessionUsage, { params: { id: String(sessionId) } }, { signal }),
  });

const noCosts: ReadonlyMap<number, CostSoFar> = new Map();
const noAgentCosts: ReadonlyMap<string, CostSoFar> = new Map();

/** What each turn came to, by its id; empty until it is known. */
export function useTurnCosts(sessionId: number): ReadonlyMap<number, CostSoFar> {
  const { data } = useSessionUsage(sessionId);
  return useMemo(
    () => (data ? new Map(data.by_turn.map(({ turn_id, cost }) => [turn_id, cost])) : noCosts),
    [data],
  );
}

/** What each agent that the session's agent started came to, by the id that its runtime gave it. */
export function useAgentCosts(sessionId: number): ReadonlyMap<string, CostSoFar> {
  const { data } = useSessionUsage(sessionId);
  return useMemo(
    () => (data ? new Map(data.by_agent.map(({ agent_id, cost }) => [agent_id, cost])) : noAgentCosts),
    [data],
  );
}
