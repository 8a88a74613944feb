import { useQuery } from "@tanstack/react-query";
import { useDebounced } from "../../lib/use-debounced.ts";
import { getConfigs, listBranches } from "./api.ts";

/** What a new session can be made of. Read anew whenever a form opens, for the catalog may have changed. */
export const useConfigs = () =>
  useQuery({ queryKey: ["configs"], queryFn: ({ signal }) => getConfigs({ signal }), staleTime: 0 });

const typingMs = 500;
const shortest = 3;

/** Branches of a repository as far as its remote tells; none while it is being typed or cannot be asked. */
export function useBranches(gitRoot: string): { branches: readonly string[]; preset: string | null } {
  const settled = useDebounced(gitRoot, typingMs);
  const { data } = useQuery({
    queryKey: ["branches", settled],
    queryFn: ({ signal }) => listBranches(settled, { signal }),
    enabled: settled.length >= shortest,
    // Suggestions are a convenience: a repository that cannot be reached is the service's to report.
    retry: false,
    staleTime: 5 * 60_000,
  });
  return { branches: data?.branches ?? [], preset: data?.default_branch ?? null };
}
