import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Trigger, triggerOperations } from "../../../server/domains/automation/triggers/model.ts";
import { callApi, type RequestOf } from "../../lib/client.ts";
import { defined } from "../../lib/search-values.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { restartSession } from "../sessions/api.ts";
import { mutateSession } from "../sessions/mutate-session.ts";
import type { TriggersSearch } from "./triggers-search.ts";

const all = ["triggers"];
const lists = [...all, "list"];
const at = (id: number) => ({ params: { id: String(id) } });
/** Triggers fire without a person, and no event reports it to the board. */
const refetchIntervalMs = 15_000;

export type SavedTrigger = Awaited<ReturnType<typeof createTrigger>>;
export type TriggerBody = RequestOf<typeof triggerOperations.createTrigger>["body"];

const createTrigger = (body: TriggerBody) => callApi(triggerOperations.createTrigger, { body });

export const useTriggers = ({ status, kind, page }: TriggersSearch) =>
  useQuery({
    queryKey: [...lists, status, kind, page],
    queryFn: ({ signal }) =>
      callApi(
        triggerOperations.listTriggers,
        { query: { page: page ?? 1, ...defined({ status, condition_type: kind }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refetchIntervalMs,
  });

/** The first hundred, which is one page of the API. Later ones are found on the triggers page. */
export const useAllTriggers = (enabled: boolean) =>
  useQuery({
    queryKey: [...lists, "all"],
    queryFn: ({ signal }) =>
      callApi(triggerOperations.listTriggers, { query: { per_page: 100 } }, { signal }),
    staleTime: refetchIntervalMs,
    enabled,
  });

const oneQuery = (id: string) => ({
  queryKey: [...all, "one", id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi(triggerOperations.getTrigger, { params: { id } }, { signal }),
});

export const useTrigger = (id: string) =>
  useQuery({ ...oneQuery(id), staleTime: 0, refetchInterval: refetchIntervalMs });

/** Never from the cache: a form that starts from old values would save them over newer ones. */
export const useTriggerToEdit = (id: string) =>
  useQuery({ ...oneQuery(id), queryKey: [...all, "edited", id], gcTime: 0 });

const previewDelayMs = 300;

/** The rendered template, with these values filled in. */
export function usePreview(prompt_template: string, variables: Readonly<Record<string, string>>) {
  const settled = useDebounced(prompt_template, previewDelayMs);
  return useQuery({
    queryKey: [...all, "preview", settled, variables],
    queryFn: ({ signal }) =>
      callApi(
        triggerOperations.previewTrigger,
        { body: { prompt_template: settled, variables } },
        { signal },
      ),
    placeholderData: (before) => before,
    enabled: settled.trim() !== "",
  });
}

/** The next runs of a schedule; off while the form lacks something. */
export function useSchedulePreview(configuration: Readonly<Record<string, unknown>>, enabled: boolean) {
  const settled = useDebounced(JSON.stringify(configuration), previewDelayMs);
  return useQuery({
    queryKey: [...all, "schedule", settled],
    queryFn: ({ signal }) => {
      const body = { configuration: JSON.parse(settled) as Record<string, unknown> };
      return callApi(triggerOperations.previewSchedule, { body }, { signal });
    },
    placeholderData: (before) => before,
    retry: false,
    enabled,
  });
}

export interface TriedCondition {
  condition_type: string;
  configuration: Record<string, unknown>;
  prompt_template: string;
  coalesce_window_seconds: number | null;
  max_sessions_per_minute: number | null;
  skip_if_pending_session: boolean;
  reuse_session: boolean;
  enqueue_messages: boolean;
  /** Null for a trigger that is not saved. */
  trigger_id: number | null;
}

/** What a condition is compared with, and on which assumption. */
interface TrialInput {
  session_minutes?: number;
  payload?: unknown;
}

/** Compares a condition with the last day, or with a payload. */
export const useTryCondition = (condition: TriedCondition) =>
  useMutation({
    mutationFn: (input: TrialInput) =>
      callApi(triggerOperations.tryCondition, { body: { ...condition, ...input } }),
  });

/** A payload that fires the condition. */
export const useSample = ({ condition_type, configuration }: TriedCondition) =>
  useQuery({
    queryKey: [...all, "sample", condition_type, configuration],
    queryFn: ({ signal }) =>
      callApi(triggerOperations.sampleCondition, { body: { condition_type, configuration } }, { signal }),
    retry: false,
  });

/** The channels that a condition can name. */
export const useChannels = (enabled: boolean) =>
  useQuery({
    queryKey: [...all, "channels"],
    queryFn: ({ signal }) => callApi(triggerOperations.listTriggerChannels, {}, { signal }),
    retry: false,
    enabled,
  });

export const useBridgeChats = (enabled: boolean) =>
  useQuery({
    queryKey: [...all, "bridge_chats"],
    queryFn: ({ signal }) => callApi(triggerOperations.listBridgeChats, {}, { signal }),
    retry: false,
    enabled,
  });

/** Refetches what the change may affect. */
const useTriggerChange = <Input, Answer>(send: (input: Input) => Promise<Answer>, touched = all) =>
  useMutation({ mutationFn: send, meta: { changes: [touched] } });

/** Creates a trigger if `id` is null. */
export const useSaveTrigger = (id: number | null) =>
  useTriggerChange(
    (body: TriggerBody): Promise<SavedTrigger> =>
      id === null ? createTrigger(body) : callApi(triggerOperations.updateTrigger, { ...at(id), body }),
  );

export const useToggleTrigger = () =>
  useTriggerChange(({ id }: Trigger) => callApi(triggerOperations.toggleTrigger, at(id)));

/** Refetches only the lists: the page of the deleted trigger is closing. */
export const useDeleteTrigger = () =>
  useTriggerChange(({ id }: Trigger) => callApi(triggerOperations.deleteTrigger, at(id)), lists);

export const useInvokeTrigger = (id: number) =>
  useTriggerChange((variables: Readonly<Record<string, string>>) =>
    callApi(triggerOperations.invokeTrigger, { ...at(id), body: { variables } }),
  );

/** Restarts a session that a trigger started. */
export function useRunAgain() {
  const client = useQueryClient();
  return useTriggerChange((id: number) => mutateSession(client, () => restartSession(id)));
}
