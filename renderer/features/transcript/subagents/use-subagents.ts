import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SubagentTranscript } from "../../../../server/domains/transcripts/subagents/model.ts";
import { listSubagents, subagentKeys, subagentLines } from "./api.ts";
import { type AgentLines, agentNamed, withPage } from "./view-model.ts";

/** The stream does not report the lines of an agent, so those that are shown are polled while it may still write. */
const askEveryMs = 2_000;

type Pages = readonly Awaited<ReturnType<typeof listSubagents>>[];

const hasRunning = (pages: Pages = []): boolean =>
  pages.some((page) => page.subagent_transcripts.some(({ status }) => status === "running"));

/** The subagents of a session in order. `live`: the session is running, so more may be added, some at its end. */
function useAgents(
  { sessionId, live }: { sessionId: number; live: boolean },
  when: { refetchOnMount: "always" } | { staleTime: number },
) {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: subagentKeys.list(sessionId),
    queryFn: ({ pageParam, signal }) => listSubagents(sessionId, pageParam, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) =>
      page < (total_pages ?? 1) ? page + 1 : undefined,
    refetchInterval: ({ state }) => (live || hasRunning(state.data?.pages) ? askEveryMs : false),
    ...when,
  });
  const wasLive = useRef(live);
  useEffect(() => {
    if (wasLive.current && !live) void client.invalidateQueries({ queryKey: subagentKeys.list(sessionId) });
    wasLive.current = live;
  }, [live, client, sessionId]);
  return query;
}

export const useSubagents = (sessionId: number, live: boolean) =>
  useAgents({ sessionId, live }, { refetchOnMount: "always" });

/** The subagent that a call started, once it is recorded. `live`: the session is running and may still record it. */
export function useAgentOf(sessionId: number, callId: string, live: boolean): SubagentTranscript | undefined {
  const query = useAgents({ sessionId, live }, { staleTime: askEveryMs });
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const found = agentNamed(data?.pages.flatMap((page) => page.subagent_transcripts) ?? [], callId);
  const isFurther = found === undefined && hasNextPage && !isFetching;
  useEffect(() => {
    if (isFurther) void fetchNextPage();
  }, [isFurther, fetchNextPage]);
  return found;
}

interface Wanted {
  sessionId: number;
  id: number;
}

/** Loads everything after the lines that are already loaded. */
async function readOn(
  client: QueryClient,
  { sessionId, id }: Wanted,
  signal: AbortSignal,
): Promise<AgentLines> {
  let loaded = client.getQueryData<AgentLines>(subagentKeys.one(sessionId, id));
  for (;;) {
    const page = await subagentLines({ sessionId, id, from: loaded?.to ?? 0 }, { signal });
    const grown = withPage(loaded, page);
    if (grown && (grown.to >= grown.lineCount || page.entries.length === 0)) return grown;
    loaded = grown ?? undefined;
  }
}

/** A subagent and its transcript, updated while it runs. */
export function useSubagent({ sessionId, id }: Wanted) {
  const client = useQueryClient();
  return useQuery({
    queryKey: subagentKeys.one(sessionId, id),
    queryFn: ({ signal }) => readOn(client, { sessionId, id }, signal),
    refetchInterval: ({ state }) => (state.data?.agent.status === "running" ? askEveryMs : false),
    refetchOnMount: "always",
    structuralSharing: false,
  });
}
