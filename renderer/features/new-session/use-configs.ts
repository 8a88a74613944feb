import { useQuery } from "@tanstack/react-query";
import { errorMessages } from "../../lib/api-error.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { getConfigs, getDefaults, listBranches } from "./api.ts";

/** What a new session can be made of. Fetched again whenever a form opens, because the catalog may have changed. */
export const useConfigs = () =>
  useQuery({ queryKey: ["configs"], queryFn: ({ signal }) => getConfigs({ signal }), staleTime: 0 });

const typingDelayMs = 500;
const minLength = 3;

/** The owner's defaults. */
export const useDefaults = () =>
  useQuery({
    queryKey: ["session_defaults"],
    queryFn: ({ signal }) => getDefaults({ signal }),
    staleTime: 0,
  });

export interface RemoteBranches {
  /** Null until they are loaded. */
  branches: readonly string[] | null;
  preset: string | null;
  isLoading: boolean;
  /** Why the branches could not be loaded, as sentences. The repository may still be right. */
  problem: readonly string[];
}

/** The branches of a repository, as its remote lists them; none while the address is being typed. */
export function useBranches(gitRoot: string): RemoteBranches {
  const settled = useDebounced(gitRoot, typingDelayMs);
  const enabled = settled.length >= minLength;
  const { data, error, isFetching } = useQuery({
    queryKey: ["branches", settled],
    queryFn: ({ signal }) => listBranches(settled, { signal }),
    enabled,
    // A failure is shown at once, since the person may still be typing.
    retry: false,
    staleTime: 5 * 60_000,
  });
  return {
    branches: data?.branches ?? null,
    preset: data?.default_branch ?? null,
    isLoading: enabled && isFetching,
    problem: error === null ? [] : errorMessages(error),
  };
}
