import { useQuery } from "@tanstack/react-query";
import { errorMessages } from "../../lib/api-error.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { getConfigs, getDefaults, listBranches } from "./api.ts";

/** What a new session can be made of. Read anew whenever a form opens, for the catalog may have changed. */
export const useConfigs = () =>
  useQuery({ queryKey: ["configs"], queryFn: ({ signal }) => getConfigs({ signal }), staleTime: 0 });

const typingMs = 500;
const shortest = 3;

/** What the owner prefers among them. */
export const useDefaults = () =>
  useQuery({
    queryKey: ["session_defaults"],
    queryFn: ({ signal }) => getDefaults({ signal }),
    staleTime: 0,
  });

export interface RemoteBranches {
  /** Null while they are not known. */
  branches: readonly string[] | null;
  preset: string | null;
  /** The remote is being asked. */
  asking: boolean;
  /** Why it has no answer, as sentences; it may still be right. */
  problem: readonly string[];
}

/** Branches of a repository as far as its remote tells; none while it is being typed. */
export function useBranches(gitRoot: string): RemoteBranches {
  const settled = useDebounced(gitRoot, typingMs);
  const enabled = settled.length >= shortest;
  const { data, error, isFetching } = useQuery({
    queryKey: ["branches", settled],
    queryFn: ({ signal }) => listBranches(settled, { signal }),
    enabled,
    // A repository that cannot be reached now is said to be so at once; the person may type on.
    retry: false,
    staleTime: 5 * 60_000,
  });
  return {
    branches: data?.branches ?? null,
    preset: data?.default_branch ?? null,
    asking: enabled && isFetching,
    problem: error === null ? [] : errorMessages(error),
  };
}
