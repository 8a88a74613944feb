import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { listSubagents, subagentKeys, subagentLines } from "./api.ts";
import { type AgentLines, withPage } from "./view-model.ts";

/** Nothing tells of an agent's lines, so those that are looked at are asked for while it may still write. */
const askEveryMs = 2_000;

type Pages = readonly Awaited<ReturnType<typeof listSubagents>>[];

const hasRunning = (pages: Pages = []): boolean =>
  pages.some((page) => page.subagent_transcripts.some(({ status }) => status === "running"));

/** A session's subagents in their order. `live`: more may come. */
export function useSubagents(sessionId: number, live: boolean) {
  return useInfiniteQuery({
    queryKey: subagentKeys.list(sessionId),
    queryFn: ({ pageParam, signal }) => listSubagents(sessionId, pageParam, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) =>
      page < (total_pages ?? 1) ? page + 1 : undefined,
    refetchInterval: ({ state }) => (live || hasRunning(state.data?.pages) ? askEveryMs : false),
    refetchOnMount: "always",
  });
}

interface Wanted {
  sessionId: number;
  id: number;
}

/** Everything that is stored by now, from what is held on. */
async function readOn(
  client: QueryClient,
  { sessionId, id }: Wanted,
  signal: AbortSignal,
): Promise<AgentLines> {
  let held = client.getQueryData<AgentLines>(subagentKeys.one(sessionId, id));
  for (;;) {
    const page = await subagentLines({ sessionId, id, from: held?.to ?? 0 }, { signal });
    const grown = withPage(held, page);
    if (grown && (grown.to >= grown.lineCount || page.entries.length === 0)) return grown;
    held = grown ?? undefined;
  }
}

/** One subagent and its transcript, which grows while it runs. */
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
