import { useMutation, useQuery } from "@tanstack/react-query";
import { type Trigger, triggerOperations } from "../../../server/domains/automation/triggers/model.ts";
import { callApi, type RequestOf } from "../../lib/client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";

const all = ["triggers"];
const lists = [...all, "list"];
const at = (id: number) => ({ params: { id: String(id) } });
/** Triggers fire by themselves, and no event of the board tells of it. */
const lookAgainMs = 15_000;

export type SavedTrigger = Awaited<ReturnType<typeof createTrigger>>;
export type TriggerBody = RequestOf<typeof triggerOperations.createTrigger>["body"];

const createTrigger = (body: TriggerBody) => callApi(triggerOperations.createTrigger, { body });

export const useTriggers = (page: number) =>
  useQuery({
    queryKey: [...lists, page],
    queryFn: ({ signal }) => callApi(triggerOperations.listTriggers, { query: { page } }, { signal }),
    staleTime: 0,
    refetchInterval: lookAgainMs,
  });

/** As many as one answer takes; those that are beyond it are found on their page. */
export const useAllTriggers = (enabled: boolean) =>
  useQuery({
    queryKey: [...lists, "all"],
    queryFn: ({ signal }) =>
      callApi(triggerOperations.listTriggers, { query: { per_page: 100 } }, { signal }),
    staleTime: lookAgainMs,
    enabled,
  });

const oneQuery = (id: string) => ({
  queryKey: [...all, "one", id],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi(triggerOperations.getTrigger, { params: { id } }, { signal }),
});

export const useTrigger = (id: string) =>
  useQuery({ ...oneQuery(id), staleTime: 0, refetchInterval: lookAgainMs });

/** As it is when it is opened: a form that began with what was held would save that over what came since. */
export const useTriggerToEdit = (id: string) =>
  useQuery({ ...oneQuery(id), queryKey: [...all, "edited", id], gcTime: 0 });

const typingMs = 300;

/** What the template would say with these values, as the service renders it. */
export function usePreview(prompt_template: string, variables: Readonly<Record<string, string>>) {
  const settled = useDebounced(prompt_template, typingMs);
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

/** Reads again what the change may have touched. */
const useTriggerChange = <Input, Answer>(send: (input: Input) => Promise<Answer>, touched = all) =>
  useMutation({ mutationFn: send, meta: { changes: [touched] } });

/** Creates where `id` is null. */
export const useSaveTrigger = (id: number | null) =>
  useTriggerChange(
    (body: TriggerBody): Promise<SavedTrigger> =>
      id === null ? createTrigger(body) : callApi(triggerOperations.updateTrigger, { ...at(id), body }),
  );

export const useToggleTrigger = () =>
  useTriggerChange(({ id }: Trigger) => callApi(triggerOperations.toggleTrigger, at(id)));

/** The page of what is gone is left, and must not be read again. */
export const useDeleteTrigger = () =>
  useTriggerChange(({ id }: Trigger) => callApi(triggerOperations.deleteTrigger, at(id)), lists);

export const useInvokeTrigger = (id: number) =>
  useTriggerChange((variables: Readonly<Record<string, string>>) =>
    callApi(triggerOperations.invokeTrigger, { ...at(id), body: { variables } }),
  );
