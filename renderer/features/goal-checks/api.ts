import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { goalReportOperations } from "../../../server/domains/outcomes/goal-reports/model.ts";
import { callApi } from "../../lib/client.ts";
import { sessionsQuery } from "../outcomes/api.ts";
import type { GoalsSearch } from "./goals-search.ts";

const dayMs = 86_400_000;
/** Sessions stop while the page is open. */
const refetchIntervalMs = 30_000;

/** The window ends at the time of the request, so it is computed for each one. */
const since = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

export const useGoalChecks = ({ days, ...search }: GoalsSearch) =>
  useQuery({
    queryKey: ["goal_checks", search, days],
    queryFn: ({ signal }) => {
      const query = sessionsQuery(search);
      const counted = days !== undefined && search.from === undefined && search.to === undefined;
      return callApi(
        goalReportOperations.getGoalChecks,
        { query: counted ? { ...query, from: since(days) } : query },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });
