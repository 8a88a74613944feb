import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { outcomeOperations } from "../../../server/domains/outcomes/analyses/model.ts";
import { ApiError } from "../../lib/api-error.ts";
import { callApi } from "../../lib/client.ts";
import { instantsOf } from "../../lib/local-date-time.ts";
import { defined } from "../../lib/search-values.ts";
import type { OutcomesSearch, SessionsSearch } from "./outcomes-search.ts";

const perPage = 25;
/** Agents add analyses while the page is open. */
const refetchIntervalMs = 30_000;
const key = ["outcomes"];

export const sessionsQuery = ({ from, to, root, runtime, model }: SessionsSearch) => ({
  ...instantsOf({ from, to }),
  ...(root !== undefined && { agent_root: root }),
  ...(runtime !== undefined && { agent_runtime: runtime }),
  ...(model !== undefined && { model }),
});

export const useOutcomes = ({ outcome, page = 1, ...search }: OutcomesSearch) =>
  useQuery({
    queryKey: [...key, search, outcome, page],
    queryFn: ({ signal }) =>
      callApi(
        outcomeOperations.listOutcomeAnalyses,
        { query: { ...sessionsQuery(search), ...(outcome && { outcome }), page, per_page: perPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });

/** The current one of a session, or the one with this id; null if there is none, or no such session. */
export const useAnalysis = (sessionId: string, analysis?: number) =>
  useQuery({
    queryKey: [...key, "one", sessionId, analysis],
    queryFn: async ({ signal }) => {
      const asked = { params: { id: sessionId }, query: defined({ analysis }) };
      try {
        return await callApi(outcomeOperations.getOutcomeAnalysis, asked, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The current analysis of a session, without its tree; undefined while it is loaded and if there is none. */
export const useOutcomeOf = (sessionId: number) =>
  useQuery({
    queryKey: [...key, "of", sessionId],
    queryFn: ({ signal }) =>
      callApi(
        outcomeOperations.listOutcomeAnalyses,
        { query: { session_id: sessionId, page: 1, per_page: 1 } },
        { signal },
      ),
    select: ({ outcome_analyses: [first] }) => first,
  }).data;
