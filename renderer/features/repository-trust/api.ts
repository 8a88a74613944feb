import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { trustOperations } from "../../../server/domains/workspace/trust/model.ts";
import { callApi } from "../../lib/client.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { sessionKeys } from "../sessions/session-cache.ts";

const queryKey = ["repository-trust"];

export const useRepositories = () =>
  useQuery(
    queryOptions({
      queryKey,
      queryFn: ({ signal }) => callApi(trustOperations.listRepositoryTrust, {}, { signal }),
      staleTime: 0,
    }),
  );

const typingDelayMs = 500;

/** Whether the repository at a git URL is trusted; nothing while the URL is being typed. */
export function useTrustOf(gitRoot: string) {
  const settled = useDebounced(gitRoot, typingDelayMs);
  return useQuery({
    queryKey: [...queryKey, settled],
    queryFn: ({ signal }) =>
      callApi(trustOperations.checkRepositoryTrust, { query: { git_root: settled } }, { signal }),
    enabled: settled !== "" && settled === gitRoot,
    staleTime: 0,
  });
}

const meta = { changes: [queryKey, sessionKeys.details, sessionKeys.lists] };

export const useTrust = () =>
  useMutation({
    mutationFn: (gitRoot: string) =>
      callApi(trustOperations.trustRepository, { body: { git_root: gitRoot } }),
    meta,
  });

export const useRevokeTrust = () =>
  useMutation({
    mutationFn: (address: string) => callApi(trustOperations.revokeRepositoryTrust, { body: { address } }),
    meta,
  });
