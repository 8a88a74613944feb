import { useMutation, useQuery } from "@tanstack/react-query";
import { apiKeyOperations } from "../../../../server/domains/access/api-keys/model.ts";
import { callApi } from "../../../lib/client.ts";

const queryKey = ["api-keys"];

/** Fetched again whenever the page opens, because keys are also used and changed elsewhere. */
export const useApiKeys = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(apiKeyOperations.listApiKeys, {}, { signal }),
    staleTime: 0,
  });

const at = (id: number) => ({ params: { id: String(id) } });
export const revokeKey = (id: number) => callApi(apiKeyOperations.revokeApiKey, at(id));
export const restoreKey = (id: number) => callApi(apiKeyOperations.restoreApiKey, at(id));

/** The key is in the answer only: nothing keeps it after the component is gone. */
export const useCreateKey = () =>
  useMutation({
    mutationFn: (input: { name: string; grant: string }) =>
      callApi(apiKeyOperations.mintApiKey, { body: input }),
    meta: { changes: [queryKey] },
    gcTime: 0,
  });

export const useKeyChange = (
  change: (id: number) => Promise<{ message: string }>,
  onDone: (message: string) => void,
) =>
  useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => onDone(message),
    meta: { changes: [queryKey] },
  });
