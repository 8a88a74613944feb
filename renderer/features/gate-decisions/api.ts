import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import {
  type feedbackVerdicts,
  gateDecisionOperations,
} from "../../../server/domains/outcomes/gate-decisions/model.ts";
import { callApi } from "../../lib/client.ts";
import { instantsOf } from "../../lib/local-date-time.ts";
import type { GatesSearch } from "./gates-search.ts";

const perPage = 25;
/** Gates decide while the page is open. */
const refetchIntervalMs = 30_000;
const key = ["gate_decisions"];

const queryOf = ({ artifact, about, q, from, to, feedback, session, page, ...same }: GatesSearch) => ({
  ...same,
  ...(artifact !== undefined && { artifact_query: artifact }),
  ...(about !== undefined && { artifact_url: about }),
  ...(q !== undefined && { query: q }),
  ...instantsOf({ from, to }),
  ...(feedback !== undefined && { with_human_feedback: feedback }),
  ...(session !== undefined && { writing_session_id: session }),
  page: page ?? 1,
});

export const useGateDecisions = (search: GatesSearch) =>
  useQuery({
    queryKey: [...key, search],
    queryFn: ({ signal }) =>
      callApi(
        gateDecisionOperations.listGateDecisions,
        { query: { ...queryOf(search), per_page: perPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  });

export const useGateDecision = (id: string) =>
  useQuery({
    queryKey: [...key, "one", id],
    queryFn: ({ signal }) => callApi(gateDecisionOperations.getGateDecision, { params: { id } }, { signal }),
  });

interface Feedback {
  verdict: (typeof feedbackVerdicts)[number];
  note: string;
}

export const useAddFeedback = (id: number, onAdded: () => void) =>
  useMutation({
    mutationFn: (body: Feedback) =>
      callApi(gateDecisionOperations.addGateFeedback, { params: { id: String(id) }, body }),
    meta: { changes: [key] },
    onSuccess: onAdded,
  });
