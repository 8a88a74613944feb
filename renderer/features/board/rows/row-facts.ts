import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { overviewOperations } from "../../../../server/domains/sessions/overview/model.ts";
import { callApi } from "../../../lib/client.ts";
import { sessionKeys } from "../../sessions/session-cache.ts";
import type { FactsById } from "../views/grouping.ts";

/** Why sessions do not move and what pull requests they opened; read anew when the stream tells of a change. */
export function useRowFacts(): FactsById {
  const { data } = useQuery({
    queryKey: sessionKeys.facts,
    queryFn: ({ signal }) => callApi(overviewOperations.rowFacts, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const facts = data?.row_facts;
  return useMemo(() => new Map(Object.entries(facts ?? {}).map(([id, row]) => [Number(id), row])), [facts]);
}
