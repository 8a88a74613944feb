import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { apiKeyOperations } from "../../../server/domains/api-keys/model.ts";
import { call } from "../../lib/client.ts";
import { readAnew } from "../../lib/read-anew.ts";

const queryKey = ["api-keys"];

/** Read anew whenever the page opens: keys are used and changed elsewhere too. */
export const useApiKeys = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(apiKeyOperations.listApiKeys, {}, { signal }),
    staleTime: 0,
  });

const at = (id: number) => ({ params: { id: String(id) } });
export const revokeKey = (id: number) => call(apiKeyOperations.revokeApiKey, at(id));
export const restoreKey = (id: number) => call(apiKeyOperations.restoreApiKey, at(id));

/** The only copy of the token is in the answer: nothing keeps it once the component is gone. */
export function useMintKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: { name: string; grant: string }) => call(apiKeyOperations.mintApiKey, { body: wish }),
    onSuccess: () => readAnew(client, { queryKey }),
    gcTime: 0,
  });
}

/** Reads the list again once `change` went through. */
export function useKeyChange(
  change: (id: number) => Promise<{ message: string }>,
  onDone: (message: string) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey });
      onDone(message);
    },
  });
}
