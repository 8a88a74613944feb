import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { modelRateOperations, type RateChange } from "../../../server/domains/pricing/model-rates/model.ts";
import {
  type BudgetPatch,
  budgetOperations,
  type NewBudget,
} from "../../../server/domains/usage/budgets/model.ts";
import { type CostSoFar, usageOperations } from "../../../server/domains/usage/calls/model.ts";
import { type CostRecord, costOperations } from "../../../server/domains/usage/costs/model.ts";
import { ledgerOperations } from "../../../server/domains/usage/ledger/model.ts";
import { callApi } from "../../lib/client.ts";
import { instantsOf, instantsOfHour, localTimeZone } from "../../lib/local-date-time.ts";
import { liveKeys } from "../live/apply-event.ts";
import type { CostsSearch } from "./costs-search.ts";

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

const reports = ["costs"];
/** Sessions go on spending while the page is open. */
const refetchIntervalMs = 30_000;

/** Minutes by which this browser's clock is ahead of UTC at a moment. */
export const viewerOffset = (at: number): number => -new Date(at).getTimezoneOffset();

const hourMs = 3_600_000;

const queryOf = ({ days, from, to, hour, root, session }: CostsSearch) => ({
  ...(days !== undefined && { days }),
  ...(hour === undefined ? instantsOf({ from, to }) : instantsOfHour(hour)),
  ...(root !== undefined && { agent_root: root }),
  ...(session !== undefined && { session_id: String(session) }),
});

export const useCosts = ({ source: _listed, ...search }: CostsSearch) =>
  useQuery({
    queryKey: [...reports, search],
    queryFn: ({ signal }) =>
      callApi(
        costOperations.getCosts,
        { query: { ...queryOf(search), timezone: localTimeZone(), utc_offset: viewerOffset(Date.now()) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });

/** What the last hour cost, of the same scope; null until it is known. */
export function useBurnNow({ root, session }: CostsSearch): number | null {
  const scope = { ...(root !== undefined && { root }), ...(session !== undefined && { session }) };
  const { data } = useQuery({
    queryKey: [...reports, "now", scope],
    queryFn: ({ signal }) => {
      const from = new Date(Date.now() - hourMs).toISOString();
      return callApi(costOperations.getCosts, { query: { ...queryOf(scope), from } }, { signal });
    },
    refetchInterval: refetchIntervalMs,
  });
  return data?.totals.cost_usd ?? null;
}

/** Single calls: of a session, or of what made them outside of sessions. */
const recordsOf = (search: CostsSearch) => ({
  days: 7,
  ...queryOf(search),
  ...(search.source !== undefined && { kind: "adhoc" as const, source: search.source }),
});

export const useCostRecords = (search: CostsSearch, page: number) =>
  useQuery({
    queryKey: [...reports, "records", search, page],
    queryFn: ({ signal }) =>
      callApi(
        costOperations.listCostRecords,
        { query: { ...recordsOf(search), page, per_page: 25 } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

const perPage = 100;
const mostPages = 100;

/** The newest of them, at most 10,000, and how many there are. */
export async function newestCostRecords(search: CostsSearch) {
  const read = (bounds: object) =>
    callApi(costOperations.listCostRecords, { query: { ...recordsOf(search), ...bounds } });
  // All pages are of one window: calls that are made meanwhile would move others to the next page.
  const { window } = await read({ per_page: 1 });
  const bounds = window === null ? {} : { from: window.from, to: window.to };
  const records: CostRecord[] = [];
  let total = 0;
  for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
    const found = await read({ ...bounds, page, per_page: perPage });
    records.push(...found.records);
    total = found.pagination.total_count ?? records.length;
    pages = found.pagination.total_pages ?? 1;
  }
  return { records, total };
}

/** Has all files of the CLIs read again. */
export function useRescan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(ledgerOperations.requestCostBackfill, {}),
    onSettled: () => client.invalidateQueries({ queryKey: reports }),
  });
}

export const useBudgets = () =>
  useQuery({
    queryKey: liveKeys.budgets,
    queryFn: ({ signal }) => callApi(budgetOperations.listBudgets, {}, { signal }),
    refetchInterval: refetchIntervalMs,
  });

type BudgetForm = Omit<NewBudget, "scope"> & Partial<Pick<NewBudget, "scope">>;

/** Adds a budget, or changes one. */
export function useSaveBudget(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number | null; body: BudgetForm | BudgetPatch }) =>
      id === null
        ? callApi(budgetOperations.createBudget, { body: body as BudgetForm })
        : callApi(budgetOperations.updateBudget, { params: { id: String(id) }, body: body as BudgetPatch }),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.budgets }),
  });
}

export function useRemoveBudget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(budgetOperations.deleteBudget, { params: { id: String(id) } }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.budgets }),
  });
}

export const useRates = () =>
  useQuery({
    queryKey: [...reports, "rates"],
    queryFn: ({ signal }) => callApi(modelRateOperations.listModelRates, {}, { signal }),
  });

export function useSaveRate(onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ model, body }: { model: string; body: RateChange }) =>
      callApi(modelRateOperations.setModelRate, { query: { model }, body }),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries({ queryKey: reports }),
  });
}

export function useRemoveRate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (model: string) => callApi(modelRateOperations.removeModelRate, { query: { model } }),
    onSettled: () => client.invalidateQueries({ queryKey: reports }),
  });
}
